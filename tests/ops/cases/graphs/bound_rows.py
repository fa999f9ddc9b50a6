"""Kernels that read and write strided views at any offset of the bound memory. The operators are neither windows nor matrix
multiplications. Their inputs are parts of tensors, and their results are joined."""

import numpy as np

from graph_builder import graph_case, seeded
from typed_parts import arg, ints, split, top


@graph_case(moves=0)
def parts_for_sums_and_ranks(m):
    """Parts whose rows are whole vectors and parts whose rows are not, cut along the three inner axes. The normalization adds
    up all channels (radius 20), since its reference kernel leaves one out otherwise."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([3, 4, 5, 15])])
    parts = [*split(g, x, 3, [4, 8, 3]), *split(g, x, 2, [2, 3]), *split(g, x, 1, [1, 3])]
    for part in parts:
        g.outputs(
            g.node("CUMSUM", [part, ints(g, 1)], exclusive=False, reverse=True),
            arg(g, part, 3),
            arg(g, part, 1, "ARG_MIN"),
            *top(g, part, 2),
            g.node("LOCAL_RESPONSE_NORMALIZATION", [part], radius=20, bias=1.0, alpha=0.5, beta=0.75),
            g.node("ADD_N", [part, part, part]),
        )


@graph_case(moves=16)
def parts_are_picked_from(m):
    """Each part is moved once, by the node that picks from it or pads it."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([2, 4, 6, 14])])
    for part in split(g, x, 3, [8, 6]):
        g.outputs(
            g.node("GATHER", [part, ints(g, [1, 0, 3])], axis=1),
            g.node("GATHER_ND", [part, ints(g, np.array([[1, 2], [0, 3]]))]),
            g.node("PAD", [part, ints(g, np.array([[0, 0], [1, 0], [2, 1], [0, 0]]))]),
            g.node("PADV2", [part, ints(g, np.array([[0, 0], [1, 0], [0, 0], [1, 2]])), g.constant(0.5)]),
            g.node("MIRROR_PAD", [part, ints(g, np.array([[0, 0], [1, 1], [1, 1], [0, 0]]))], mode="REFLECT"),
            g.node("RESIZE_NEAREST_NEIGHBOR", [part, ints(g, [3, 9])]),
            g.node("SPACE_TO_BATCH_ND", [part, ints(g, [2, 2]), ints(g, np.array([[0, 0], [0, 0]]))]),
        )


@graph_case(moves=0, resize=(([1, 7, 24],),))
def heads_are_multiplied(m):
    """Queries, keys and values of attention are parts of one tensor. Left matrices are columns of it, transposed or not."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([2, 9, 24])])
    for sizes in ([8, 8, 8], [7, 7, 10]):
        queries, keys, values = split(g, x, 2, sizes)
        scores = g.node("SOFTMAX", [g.node("BATCH_MATMUL", [queries, keys], adjY=True)], beta=1.0)
        g.outputs(g.node("BATCH_MATMUL", [scores, values]), g.node("BATCH_MATMUL", [queries, values], adjX=True))


@graph_case(moves=0)
def few_rows_are_multiplied(m):
    """Parts of sequences are multiplied by a constant matrix and by a computed one that all sequences share. The last product
    transposes its right matrix."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([3, 12, 8])])
    shared = g.node("TANH", [g.input([20, 6])])
    turned, other = split(g, shared, 0, [8, 12])
    for i, part in enumerate(split(g, x, 1, [2, 10])):
        stored = g.constant(seeded((8, 8), f"right{i}"))
        g.outputs(*(g.node("BATCH_MATMUL", [part, right]) for right in (stored, turned)))
    g.outputs(g.node("BATCH_MATMUL", [other, turned], adjY=True))


@graph_case(moves=0)
def parts_are_stretched(m):
    """The two operands are parts, and each is broadcast along a dim of the other."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([3, 1, 10])])
    y = g.node("ABS", [g.input([1, 4, 10])])
    for first, second in zip(split(g, x, 2, [4, 6]), split(g, y, 2, [4, 6])):
        both = g.node("SUB", [first, second])
        g.outputs(both, g.node("LESS", [first, second], dtype="bool"))


@graph_case(moves=6)
def indices_are_parts(m):
    """Indices that nodes look up, and updates that they write, are parts of other tensors."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([4, 6, 8])])
    integers = g.node("CAST", [g.node("MUL", [g.node("ABS", [g.input([4, 8])]), g.constant(2.9)])], dtype="int32", inDataType="FLOAT32", outDataType="INT32")
    first, second, third = split(g, integers, 1, [3, 2, 3], "int32")
    hot = g.node("ONE_HOT", [first, ints(g, 5), g.constant(1.0), g.constant(0.0)], axis=-1)
    picked = g.node("NEG", [g.node("GATHER", [x, first], axis=1, batchDims=1)])
    found = g.node("NEG", [g.node("GATHER_ND", [x, second])])
    scattered = g.node("SCATTER_ND", [second, g.node("NEG", [split(g, x, 1, [1, 5])[0]]), ints(g, [4, 6, 1, 8])])
    updated = g.node("NEG", [g.node("DYNAMIC_UPDATE_SLICE", [x, *update(g, x, third)])])
    g.outputs(hot, picked, found, scattered, updated)


def update(g, x, integers):
    """An update for DYNAMIC_UPDATE_SLICE, a part of x, and its start indices."""
    update = split(g, x, 2, [3, 5])[0]
    starts = split(g, integers, 0, [1, 3], "int32")[0]
    return update, g.node("RESHAPE", [starts, ints(g, [3])], dtype="int32")


@graph_case(moves=0)
def volumes_are_parts(m):
    """CONV_3D of parts of a volume's channels and of parts of its planes."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([2, 4, 5, 4, 11])])
    cut = [*split(g, x, 4, [4, 4, 3]), *split(g, x, 1, [1, 3])]
    for i, (part, channels) in enumerate(zip(cut, (4, 4, 3, 11, 11))):
        weights, bias = g.constant(seeded((2, 3, 2, channels, 5), f"w{i}")), g.constant(seeded((5,), f"b{i}"))
        g.outputs(g.node("CONV_3D", [part, weights, bias], padding="SAME", strideD=1, strideH=1, strideW=1))


@graph_case(moves=0)
def weights_are_parts(m):
    """Filters, biases and weights are parts of computed tensors. One of them would be read in place if it were dense."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([1, 5, 4, 8])])
    filters = g.node("TANH", [g.input([8, 3, 3, 16])])
    biases = g.node("TANH", [g.input([2, 12])])
    first, second = split(g, filters, 3, [8, 8])
    bias, row = split(g, split(g, biases, 0, [1, 1])[0], 1, [8, 4])
    bias = g.node("RESHAPE", [bias, ints(g, [8])])
    for weights in ([first, bias], [second, g.constant(seeded((8,), "b"))]):
        g.outputs(g.node("CONV_2D", [x, *weights], padding="SAME", strideH=1, strideW=1))
    weights = split(g, g.node("ABS", [g.input([4, 24])]), 1, [8, 16])[0]
    g.outputs(g.node("FULLY_CONNECTED", [x, weights, g.node("RESHAPE", [row, ints(g, [4])])], keepNumDims=True))
    one = split(g, g.node("ABS", [g.input([1, 12])]), 1, [8, 4])[0]
    g.outputs(g.node("FULLY_CONNECTED", [x, one, None], keepNumDims=True))
