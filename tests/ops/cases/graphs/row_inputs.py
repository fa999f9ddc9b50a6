"""Kernels that read their inputs as strided views of wider tensors: channels and parts of images, rows of matrices, and
several operands of one dispatch."""

from graph_builder import average_pool, conv, depthwise, graph_case, max_pool, pad
from row_parts import join, product, split


def slice_of(g, x, begin, size):
    return g.node("SLICE", [x, g.constant(begin, "int32"), g.constant(size, "int32")])


def read_by_windows(g, x, channels, seed):
    """Results of one kernel of each kind that has a window."""
    return [
        conv(g, x, channels, 8, seed=f"{seed}a", fusedActivationFunction="RELU"),
        conv(g, x, channels, 12, (1, 1), seed=f"{seed}b"),
        conv(g, x, channels, 5, (2, 3), seed=f"{seed}c", strideH=2, strideW=2),
        depthwise(g, x, channels, seed=f"{seed}d"),
        max_pool(g, x, (3, 2), 2, "SAME"),
        average_pool(g, x),
        g.node("L2_POOL_2D", [x], padding="SAME", strideH=1, strideW=1, filterHeight=2, filterWidth=2),
    ]


@graph_case(moves=0, resize=(([1, 5, 4, 24],),))
def whole_vectors_of_channels(m):
    g = m.subgraph()
    x = g.node("RELU", [g.input([2, 7, 9, 24])])
    for i, part in enumerate(split(g, x, 3, [8, 4, 12])):
        g.outputs(*read_by_windows(g, part, (8, 4, 12)[i], str(i)))


@graph_case(moves=0, resize=(([3, 4, 4, 22],),))
def broken_vectors_of_channels(m):
    """Parts that begin within a vector. Some consist of as many channels as whole vectors, others do not."""
    g = m.subgraph()
    x = g.node("RELU", [g.input([1, 6, 5, 22])])
    for i, part in enumerate(split(g, x, 3, [3, 8, 1, 4, 6])):
        g.outputs(*read_by_windows(g, part, (3, 8, 1, 4, 6)[i], str(i)))


@graph_case(moves=0)
def parts_of_images(m):
    """Parts that are columns or rows of images, and a window of one image."""
    g = m.subgraph()
    x = g.node("RELU", [g.input([3, 8, 9, 8])])
    left, right = split(g, x, 2, [4, 5])
    top, bottom = split(g, x, 1, [3, 5])
    one = g.node("TANH", [g.input([1, 8, 9, 8])])
    for i, part in enumerate((left, right, top, bottom, slice_of(g, one, [0, 1, 2, 0], [1, 7, 6, 8]))):
        g.outputs(*read_by_windows(g, part, 8, str(i)))


@graph_case(moves=0, resize=(([2, 5, 3, 16],),))
def channels_of_groups(m):
    """Grouped convolutions with groups of 1, 2 and 4 channels, of parts with several numbers of channels."""
    g = m.subgraph()
    x = g.node("RELU", [g.input([1, 6, 7, 16])])
    for sizes in ([8, 8], [6, 10], [4, 12]):
        for part, size in zip(split(g, x, 3, sizes), sizes):
            for inputs in (1, 2, 4):
                if size % inputs == 0:
                    g.outputs(conv(g, part, inputs, size, seed=f"{size}{inputs}"))


@graph_case(moves=0)
def padding_around_channels(m):
    g = m.subgraph()
    x = g.node("RELU", [g.input([2, 6, 5, 20])])
    for i, part in enumerate(split(g, x, 3, [8, 12])):
        y = pad(g, part, 1, 2, 2, 1)
        channels = (8, 12)[i]
        g.outputs(conv(g, y, channels, 8, padding="VALID", seed=str(i)), depthwise(g, y, channels, padding="VALID", seed=str(i)))
        g.outputs(max_pool(g, pad(g, part, 1, 1, 1, 1)), average_pool(g, pad(g, part, 1, 0, 1, 0), (3, 3), 1))


@graph_case(shader="winograd_input", moves=0)
def winograd_reads_channels(m):
    g = m.subgraph()
    x = g.node("RELU", [g.input((1, 15, 23, 108))])
    for i, part in enumerate(split(g, x, 3, [52, 56])):
        g.outputs(conv(g, part, (52, 56)[i], 52, seed=str(i), largest=0.13))


@graph_case(moves=0)
def winograd_reads_broken_vectors(m):
    """Winograd's algorithm reads a part that begins within a vector. A device that reads texels, which are whole vectors, uses
    another kernel."""
    g = m.subgraph()
    x = g.node("RELU", [g.input((1, 15, 23, 55))])
    g.outputs(conv(g, slice_of(g, x, [0, 0, 0, 3], [1, 15, 23, 52]), 52, 52, seed="w", largest=0.13))


@graph_case(moves=0, resize=(([1, 3, 24], [5, 24]),))
def features_of_products(m):
    """FULLY_CONNECTED of parts of features, with few rows and with many, and of the last step of a sequence."""
    g = m.subgraph()
    sequence, few = g.node("RELU", [g.input([4, 9, 24])]), g.node("RELU", [g.input([3, 24])])
    for i, (x, axis) in enumerate(((sequence, 2), (few, 1))):
        for part, size in zip(split(g, x, axis, [8, 4, 7, 5]), (8, 4, 7, 5)):
            g.outputs(product(g, part, size, 12, f"{i}{size}"), product(g, part, size, 5, f"{i}{size}n"))
    last = g.node("STRIDED_SLICE", [sequence, *(g.constant(v, "int32") for v in ([0, -1, 0], [0, 0, 0], [1, 1, 1]))], beginMask=5, endMask=7, shrinkAxisMask=2)
    g.outputs(product(g, last, 24, 16, "last"))


@graph_case(moves=0)
def parts_of_sequences(m):
    """Parts that are some steps of each sequence, so that a row of the view has several pixels."""
    g = m.subgraph()
    x = g.node("RELU", [g.input([3, 20, 16])])
    for i, part in enumerate(split(g, x, 1, [1, 12, 7])):
        g.outputs(product(g, part, 16, 8, str(i)), product(g, g.node("TANH", [part]), 16, 8, f"t{i}"))


@graph_case(moves=0)
def joined_for_windows(m):
    """The skip connection of a U-Net: the encoder pools the tensor that the decoder joins."""
    g = m.subgraph()
    x = conv(g, g.input([1, 8, 8, 4]), 4, 12, seed="x")
    down = conv(g, max_pool(g, x), 12, 16, seed="down")
    up = g.node("RESIZE_BILINEAR", [down, g.constant([8, 8], "int32")])
    g.outputs(conv(g, join(g, [x, up], 3), 28, 24, (1, 1), seed="out"))


@graph_case(moves=0)
def read_by_several(m):
    """FULLY_CONNECTED with computed weights, and parts that are operands of steps fused into a product."""
    g = m.subgraph()
    x = g.node("RELU", [g.input([2, 6, 24])])
    a, b, c = split(g, x, 2, [8, 8, 8])
    weights = g.node("TANH", [g.input([8, 8])])
    y = g.node("FULLY_CONNECTED", [a, weights, None], keepNumDims=True)
    g.outputs(g.node("ADD", [y, b]), g.node("SUB", [product(g, c, 8, 8), a]))
