"""Convolutions, pools and products that read tensors where these lie within others: channels and parts of images."""

from graph_builder import average_pool, conv, depthwise, graph_case, max_pool, pad, seeded


def _split(g, x, axis, sizes):
    outputs = [g.tensor(()) for _ in sizes]
    g.op("SPLIT_V", [x, g.constant(sizes, "int32"), g.constant(axis, "int32")], outputs, numSplits=len(sizes))
    return outputs


def _slice(g, x, begin, size):
    return g.node("SLICE", [x, g.constant(begin, "int32"), g.constant(size, "int32")])


def _join(g, parts, axis):
    return g.node("CONCATENATION", parts, axis=axis)


def _product(g, x, inputs, outputs, seed="weights"):
    weights, bias = g.constant(seeded((outputs, inputs), f"{seed}_w")), g.constant(seeded((outputs,), f"{seed}_b"))
    return g.node("FULLY_CONNECTED", [x, weights, bias], keepNumDims=True)


def _read_by_windows(g, x, channels, seed):
    """One of each kind of kernel with a window."""
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
    for i, part in enumerate(_split(g, x, 3, [8, 4, 12])):
        g.outputs(*_read_by_windows(g, part, (8, 4, 12)[i], str(i)))


@graph_case(moves=0, resize=(([3, 4, 4, 22],),))
def broken_vectors_of_channels(m):
    """Parts that begin between vectors, of whole vectors and of others."""
    g = m.subgraph()
    x = g.node("RELU", [g.input([1, 6, 5, 22])])
    for i, part in enumerate(_split(g, x, 3, [3, 8, 1, 4, 6])):
        g.outputs(*_read_by_windows(g, part, (3, 8, 1, 4, 6)[i], str(i)))


@graph_case(moves=0)
def parts_of_images(m):
    """Columns, rows, and a window of one image."""
    g = m.subgraph()
    x = g.node("RELU", [g.input([3, 8, 9, 8])])
    left, right = _split(g, x, 2, [4, 5])
    top, bottom = _split(g, x, 1, [3, 5])
    one = g.node("TANH", [g.input([1, 8, 9, 8])])
    for i, part in enumerate((left, right, top, bottom, _slice(g, one, [0, 1, 2, 0], [1, 7, 6, 8]))):
        g.outputs(*_read_by_windows(g, part, 8, str(i)))


@graph_case(moves=0, resize=(([2, 5, 3, 16],),))
def channels_of_groups(m):
    """Groups of few channels and of many, of whole vectors, of halves and of neither."""
    g = m.subgraph()
    x = g.node("RELU", [g.input([1, 6, 7, 16])])
    for sizes in ([8, 8], [6, 10], [4, 12]):
        for part, size in zip(_split(g, x, 3, sizes), sizes):
            for inputs in (1, 2, 4):
                if size % inputs == 0:
                    g.outputs(conv(g, part, inputs, size, seed=f"{size}{inputs}"))


@graph_case(moves=0)
def padding_around_channels(m):
    g = m.subgraph()
    x = g.node("RELU", [g.input([2, 6, 5, 20])])
    for i, part in enumerate(_split(g, x, 3, [8, 12])):
        y = pad(g, part, 1, 2, 2, 1)
        channels = (8, 12)[i]
        g.outputs(conv(g, y, channels, 8, padding="VALID", seed=str(i)), depthwise(g, y, channels, padding="VALID", seed=str(i)))
        g.outputs(max_pool(g, pad(g, part, 1, 1, 1, 1)), average_pool(g, pad(g, part, 1, 0, 1, 0), (3, 3), 1))


@graph_case(shader="winograd_input", moves=0)
def winograd_reads_channels(m):
    g = m.subgraph()
    x = g.node("RELU", [g.input((1, 15, 23, 108))])
    for i, part in enumerate(_split(g, x, 3, [52, 56])):
        g.outputs(conv(g, part, (52, 56)[i], 52, seed=str(i), largest=0.13))


@graph_case(moves=0)
def winograd_reads_broken_vectors(m):
    """Or another kernel where texels are read, which are whole vectors."""
    g = m.subgraph()
    x = g.node("RELU", [g.input((1, 15, 23, 55))])
    g.outputs(conv(g, _slice(g, x, [0, 0, 0, 3], [1, 15, 23, 52]), 52, 52, seed="w", largest=0.13))


@graph_case(moves=0, resize=(([1, 3, 24], [5, 24]),))
def features_of_products(m):
    """Few rows and many, and the last of a sequence."""
    g = m.subgraph()
    sequence, few = g.node("RELU", [g.input([4, 9, 24])]), g.node("RELU", [g.input([3, 24])])
    for i, (x, axis) in enumerate(((sequence, 2), (few, 1))):
        for part, size in zip(_split(g, x, axis, [8, 4, 7, 5]), (8, 4, 7, 5)):
            g.outputs(_product(g, part, size, 12, f"{i}{size}"), _product(g, part, size, 5, f"{i}{size}n"))
    last = g.node("STRIDED_SLICE", [sequence, *(g.constant(v, "int32") for v in ([0, -1, 0], [0, 0, 0], [1, 1, 1]))], beginMask=5, endMask=7, shrinkAxisMask=2)
    g.outputs(_product(g, last, 24, 16, "last"))


@graph_case(moves=0)
def parts_of_sequences(m):
    """Some steps of each sequence: rows of several pixels."""
    g = m.subgraph()
    x = g.node("RELU", [g.input([3, 20, 16])])
    for i, part in enumerate(_split(g, x, 1, [1, 12, 7])):
        g.outputs(_product(g, part, 16, 8, str(i)), _product(g, g.node("TANH", [part]), 16, 8, f"t{i}"))


@graph_case(moves=0)
def joined_for_windows(m):
    """A U-Net's: what the decoder joins again is pooled on the way down."""
    g = m.subgraph()
    x = conv(g, g.input([1, 8, 8, 4]), 4, 12, seed="x")
    down = conv(g, max_pool(g, x), 12, 16, seed="down")
    up = g.node("RESIZE_BILINEAR", [down, g.constant([8, 8], "int32")])
    g.outputs(conv(g, _join(g, [x, up], 3), 28, 24, (1, 1), seed="out"))


@graph_case(moves=0)
def read_by_several(m):
    """Products with weights of the run, and what is read beside a convolution's result."""
    g = m.subgraph()
    x = g.node("RELU", [g.input([2, 6, 24])])
    a, b, c = _split(g, x, 2, [8, 8, 8])
    weights = g.node("TANH", [g.input([8, 8])])
    y = g.node("FULLY_CONNECTED", [a, weights, None], keepNumDims=True)
    g.outputs(g.node("ADD", [y, b]), g.node("SUB", [_product(g, c, 8, 8), a]))
