"""Strided views of tensors of other types than float32."""

import numpy as np

from graph_builder import graph_case, seeded
from typed_parts import arg, ints, split, top


POOL = {"custom_options": {"int32": [2, 2, 2, 2, 2, 0]}}


def cut(g, x, shape, sizes, dtype):
    """Parts along the innermost dim, of types that SPLIT_V does not take."""
    starts = [sum(sizes[:i]) for i in range(len(sizes))]
    bounds = [([0] * (len(shape) - 1) + [start], shape[:-1] + [size]) for start, size in zip(starts, sizes)]
    return [g.node("SLICE", [x, ints(g, begin), ints(g, size)], dtype=dtype) for begin, size in bounds]


def join(g, parts, axis, dtype="float32"):
    return g.node("CONCATENATION", parts, dtype=dtype, axis=axis)


def cast(g, x, dtype):
    """Values from -9 to 9 in another type."""
    scaled = g.node("MUL", [x, g.constant(9.0)])
    if dtype == "bool":
        return g.node("GREATER", [scaled, g.constant(0.0)], dtype="bool")
    return g.node("CAST", [scaled], dtype=dtype, inDataType="FLOAT32", outDataType=dtype.upper())


def to_float(g, x, dtype):
    return g.node("CAST", [x], inDataType=dtype.upper(), outDataType="FLOAT32")


def typed_parts(dtype):
    """Parts of the innermost dim that consist of whole words."""

    def build(m):
        g = m.subgraph()
        quantized, shape, sizes = g.input([2, 4, 3, 20]), [2, 4, 3, 20], [4, 8, 8]
        holds = g.node("GREATER", [quantized, g.constant(0.1)], dtype="bool")
        parts = zip(cut(g, cast(g, quantized, dtype), shape, sizes, dtype), cut(g, holds, shape, sizes, "bool"))
        for part, condition in parts:
            g.outputs(
                to_float(g, part, dtype),
                g.node("SELECT_V2", [condition, part, g.constant(1, dtype)], dtype=dtype),
                g.node("TRANSPOSE", [part, ints(g, [0, 3, 1, 2])], dtype=dtype),
                g.node("GATHER", [part, ints(g, [1, 0])], dtype=dtype, axis=1),
                g.node("TILE", [part, ints(g, [1, 2, 1, 1])], dtype=dtype),
                g.node("PADV2", [part, ints(g, np.array([[0, 0], [1, 0], [0, 0], [0, 0]])), g.constant(1, dtype)], dtype=dtype),
            )
            if dtype == "bool":
                g.outputs(g.node("LOGICAL_NOT", [part], dtype=dtype), g.node("REDUCE_ANY", [part, ints(g, [1])], dtype=dtype))
            elif dtype in ("int32", "int64"):
                g.outputs(
                    g.node("MUL", [part, part], dtype=dtype),
                    g.node("LESS", [part, g.constant(3, dtype)], dtype="bool"),
                    g.node("FLOOR_MOD", [part, g.node("MAXIMUM", [part, g.constant(3, dtype)], dtype=dtype)], dtype=dtype),
                    g.node("REDUCE_MAX", [part, ints(g, [2])], dtype=dtype),
                    g.node("CUMSUM", [part, ints(g, 3)], dtype=dtype),
                )
            if dtype == "int32":
                g.outputs(arg(g, part, 1))

    return build


def typed_joins(dtype):
    """Results that are joined along the innermost dim, and along the one before it."""

    def build(m):
        g = m.subgraph()
        for axis in (3, 2):
            x = g.input([2, 3, 4, 8])
            y, turned = cast(g, x, dtype), g.node("TRANSPOSE", [x, ints(g, [1, 0, 2, 3])])
            holds = g.node("GREATER", [x, g.constant(0.1)], dtype="bool")
            parts = [
                cast(g, g.node("ABS", [x]), dtype),
                g.node("SELECT_V2", [holds, y, g.constant(1, dtype)], dtype=dtype),
                g.node("TRANSPOSE", [cast(g, turned, dtype), ints(g, [1, 0, 2, 3])], dtype=dtype),
                g.node("GATHER", [y, ints(g, [2, 1, 0])], dtype=dtype, axis=1),
                y,
            ]
            if dtype in ("int32", "int64"):
                parts += [
                    g.node("ZEROS_LIKE", [y], dtype=dtype),
                    g.node("SUB", [y, parts[0]], dtype=dtype),
                    g.node("CUMSUM", [y, ints(g, 3)], dtype=dtype),
                ]
            if dtype == "int32":
                parts.append(g.node("ADD_N", [y, y], dtype=dtype))
            g.outputs(g.node("REVERSE_V2", [join(g, parts, axis, dtype), ints(g, [0])], dtype=dtype))

    return build


for _kind, _moves in ((typed_parts, 12), (typed_joins, 6)):
    for _dtype in ("int32", "int64", "bool", "int8", "int16"):
        _build = _kind(_dtype)
        _build.__name__ = f"{_kind.__name__}_{_dtype}"
        graph_case(moves=_moves)(_build)


@graph_case()
def parts_of_broken_words(m):
    """Rows of narrow elements that share words are copied. Nodes that read and join the copies give right results."""
    g = m.subgraph()
    x = g.input([2, 3, 11])
    for dtype in ("bool", "int8", "int16"):
        parts = cut(g, cast(g, x, dtype), [2, 3, 11], [3, 6, 2], dtype)
        shown = [to_float(g, part, dtype) for part in parts]
        g.outputs(*shown, to_float(g, join(g, [parts[2], parts[0], parts[2]], 2, dtype), dtype))


@graph_case(moves=0)
def results_of_all_kinds_are_joined(m):
    """Joins the two outputs of TOPK_V2, sums, selected values and scattered values along the innermost dim."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([4, 3, 12])])
    values, places = top(g, x, 5)
    indices = ints(g, np.array([[2], [0], [2]]))
    scattered = g.node("SCATTER_ND", [indices, split(g, x, 0, [3, 1])[0], ints(g, [4, 3, 12])])
    chosen = g.node("SELECT_V2", [g.node("LESS", [x, scattered], dtype="bool"), x, scattered])
    floats = [values, scattered, chosen, g.node("CUMSUM", [x, ints(g, 2)]), g.node("ADD_N", [x, x]), g.node("FLOOR_DIV", [x, g.constant(0.3)])]
    hot = g.node("ONE_HOT", [places, ints(g, 12), g.constant(0.5), g.constant(-0.5)], axis=-1)
    best = g.node("EXPAND_DIMS", [arg(g, x, 2), ints(g, -1)], dtype="int32")
    integers = join(g, [places, best, g.node("MUL", [places, places], dtype="int32")], 2, "int32")
    g.outputs(g.node("RELU", [join(g, floats, 2)]), g.node("ABS", [join(g, [hot, g.node("ONE_HOT", [places, ints(g, 12), g.constant(2.0), g.constant(0.0)], axis=-1)], 3)]), g.node("CAST", [integers], inDataType="INT32", outDataType="FLOAT32"))


@graph_case(moves=0)
def spectra_of_parts(m):
    """Spectra of parts of signals, and nodes that read parts of those spectra."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([3, 1, 48])])
    for part in split(g, x, 2, [16, 32]):
        spectrum = g.node("RFFT2D", [part, ints(g, [1, 16])], [3, 1, 9], dtype="complex64")
        for few in cut(g, spectrum, [3, 1, 9], [4, 5], "complex64"):
            g.outputs(g.node("COMPLEX_ABS", [few]), g.node("NEG", [g.node("COMPLEX_ABS", [few])]), g.node("TANH", [g.node("REAL", [few])]), g.node("NEG", [g.node("IMAG", [few])]))


@graph_case(moves=0)
def states_of_parts(m):
    """Recurrent layers read parts of a sequence's features, and their results are joined."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([2, 5, 14])])
    results = []
    for i, (part, inputs) in enumerate(zip(split(g, x, 2, [8, 6]), (8, 6))):
        weights, recurrent = g.constant(seeded((4, inputs), f"w{i}")), g.constant(seeded((4, 4), f"r{i}"))
        state = g.tensor((2, 4), variable=True)
        results.append(g.node("UNIDIRECTIONAL_SEQUENCE_RNN", [part, weights, recurrent, g.constant(seeded((4,), f"b{i}")), state], timeMajor=False, fusedActivationFunction="TANH"))
    g.outputs(g.node("RELU", [join(g, results, 2)]))


@graph_case(moves=0)
def pools_with_places_are_joined(m):
    """The two results of each pooling lie in joined tensors. The unpooling reads parts of such tensors."""
    g = m.subgraph()
    x = g.node("ABS", [g.input([2, 6, 8, 11])])
    pooled = []
    for part in split(g, x, 3, [8, 3]):
        values, taps = g.tensor(()), g.tensor(())
        g.op("MaxPoolingWithArgmax2D", [part], [values, taps], **POOL)
        pooled.append((values, taps))
    values, taps = (join(g, both, 3) for both in zip(*pooled))
    g.outputs(g.node("RELU", [values]), g.node("NEG", [taps]))
    few, many = split(g, g.node("ABS", [values]), 3, [3, 8])
    g.outputs(*(g.node("NEG", [g.node("MaxUnpooling2D", [v, t], **POOL)]) for v, t in ((many, split(g, taps, 3, [3, 8])[1]), (few, split(g, taps, 3, [3, 8])[0]))))


@graph_case()
def elements_of_other_sizes_are_joined(m):
    """A BITCAST to elements of another size cannot be a strided view, since both sizes count rows differently."""
    g = m.subgraph()
    x = cast(g, g.input([3, 4]), "int64")
    halves = g.node("BITCAST", [g.node("MUL", [x, x], dtype="int64")], [3, 4, 2], dtype="int32")
    other = cast(g, g.input([3, 4, 2]), "int32")
    for axis in (0, 1, 2):
        g.outputs(g.node("NEG", [join(g, [halves, other, halves], axis, "int32")], dtype="int32"))
    for part in split(g, g.node("BITCAST", [g.node("ADD", [x, x], dtype="int64")], [3, 4, 2], dtype="int32"), 1, [1, 3], "int32"):
        g.outputs(g.node("ABS", [part], dtype="int32"), g.node("NEG", [part], dtype="int32"))


@graph_case()
def elements_of_two_words_are_turned_into_rows(m):
    """Elements of int64 keep both of their words when REVERSE_V2 writes them into a joined tensor."""
    g = m.subgraph()
    x = cast(g, g.input([3, 4]), "int64")
    turned = g.node("REVERSE_V2", [x, ints(g, [1])], dtype="int64")
    g.outputs(g.node("NEG", [join(g, [turned, g.node("ADD", [x, x], dtype="int64")], 1, "int64")], dtype="int64"))
