"""Kernels without a window that read their inputs as strided views of wider tensors, and joins of such views."""

from graph_builder import conv, depthwise, graph_case, max_pool, pad, seeded
from row_parts import join, product, split


@graph_case(moves=0, resize=(([2, 3, 4, 4],),))
def halves_are_joined_with_what_follows(m):
    """A C2f block: further nodes process one half of a convolution's channels, and both halves and all results are joined."""
    g = m.subgraph()
    x = g.input([1, 8, 8, 4])
    for size in (12, 6):
        a, b = split(g, conv(g, x, 4, 2 * size, (1, 1), seed=f"ab{size}"), 3, [size, size])
        c = conv(g, b, size, size, seed=f"c{size}")
        d = g.node("ADD", [b, conv(g, c, size, size, seed=f"d{size}")])
        g.outputs(conv(g, join(g, [a, b, c, d], 3), 4 * size, 8, (1, 1), seed=f"out{size}"))


@graph_case()
def halves_are_joined_in_other_ways(m):
    """Halves are joined twice, in another order, in part, without other tensors, and while they are results of the graph."""
    g = m.subgraph()
    x = g.input([2, 4, 4, 4])
    a, b = split(g, conv(g, x, 4, 16, seed="ab"), 3, [8, 8])
    c, d = split(g, conv(g, x, 4, 16, seed="cd"), 3, [8, 8])
    e, f, h = split(g, conv(g, x, 4, 24, seed="efh"), 3, [8, 8, 8])
    i, j = split(g, conv(g, x, 4, 16, seed="ij"), 3, [8, 8])
    k, l = split(g, conv(g, x, 4, 16, seed="kl"), 3, [8, 8])
    g.outputs(*(g.node("RELU", [join(g, parts, 3)]) for parts in ([a, b, a], [d, c], [e, f], [g.node("TANH", [h]), i, j], [k, l])))
    g.outputs(k, g.node("SOFTMAX", [i], beta=1.0))


@graph_case(moves=0)
def rows_for_other_kernels(m):
    """Parts of channels are read by kernels that compute over rows, by reductions and by resampling."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([2, 4, 6, 26])])
    for part, size in zip(split(g, x, 3, [8, 3, 12, 3]), (8, 3, 12, 3)):
        g.outputs(
            g.node("SOFTMAX", [part], beta=1.0),
            g.node("LOG_SOFTMAX", [part]),
            g.node("L2_NORMALIZATION", [part], fusedActivationFunction="NONE"),
            *(g.node(op, [part, g.constant(axes, "int32")], keepDims=True) for op, axes in (("SUM", [3]), ("MEAN", [1, 2]), ("REDUCE_MAX", [0, 2]), ("REDUCE_MIN", [1, 3]))),
            g.node("RESIZE_BILINEAR", [part, g.constant([7, 5], "int32")], halfPixelCenters=True),
            g.node("TRANSPOSE_CONV", [g.constant([2, 8, 12, 5], "int32"), g.constant(seeded((5, 3, 3, size), f"t{size}")), part], padding="SAME", strideH=2, strideW=2),
        )


@graph_case(moves=0)
def distributions_in_channels(m):
    """Each row of the wider tensor holds several of the kernel's rows, like a detector's distances to four sides."""
    g = m.subgraph()
    x = conv(g, g.input([1, 3, 4, 8]), 8, 41, (1, 1))
    sides, few, classes = split(g, x, 3, [24, 6, 11])
    g.outputs(
        *(g.node("SOFTMAX", [g.node("RESHAPE", [part, g.constant(shape, "int32")])], beta=1.0) for part, shape in ((sides, [1, 12, 4, 6]), (few, [1, 12, 2, 3]), (sides, [12, 3, 8]))),
        g.node("LOGISTIC", [classes]),
    )


@graph_case(moves=26)
def rows_that_move_again(m):
    """Each node that moves a part takes one dispatch, without a separate copy of the part."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([2, 4, 6, 28])])
    for part, size in zip(split(g, x, 3, [8, 4, 12, 4]), (8, 4, 12, 4)):
        g.outputs(
            g.node("RELU", [g.node("TRANSPOSE", [g.node("RESHAPE", [part, g.constant([2, 24, 2, size // 2], "int32")]), g.constant([0, 2, 1, 3], "int32")])]),
            g.node("TRANSPOSE", [part, g.constant([3, 0, 2, 1], "int32")]),
            g.node("DEPTH_TO_SPACE", [part], blockSize=2),
            g.node("SPACE_TO_DEPTH", [part], blockSize=2),
            g.node("REVERSE_V2", [part, g.constant([1], "int32")]),
            g.node("REVERSE_V2", [part, g.constant([3], "int32")]),
            g.node("STRIDED_SLICE", [part, *(g.constant(v, "int32") for v in ([0, 1, 1, 1], [2, 4, 6, size], [1, 2, 1, 2]))]),
        )
    one = g.node("TANH", [g.input([2, 1, 6, 8])])
    g.outputs(*(g.node("BROADCAST_TO", [part, g.constant([2, 5, 6, 4], "int32")], version=2) for part in split(g, one, 3, [4, 4])))


@graph_case()
def cuts_of_cut_rows(m):
    """Parts of parts that are not contiguous are read in place by kernels that can. For others they are copied from the first
    tensor."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([3, 5, 24])])
    a, b = split(g, x, 2, [10, 14])
    c, d = split(g, b, 2, [6, 8])
    e, f = split(g, a, 1, [2, 3])
    top = split(g, d, 0, [1, 2])[1]
    g.outputs(g.node("SOFTMAX", [c], beta=1.0), g.node("TANH", [d]), g.node("GATHER", [f, g.constant([1, 0], "int32")], axis=1), g.node("SUM", [top, g.constant([1], "int32")]), e)


@graph_case(moves=4)
def shuffled(m):
    """ShuffleNet's units: half of the channels skips the convolutions, which takes one copy, and the halves are shuffled."""
    g = m.subgraph()
    x = conv(g, g.input([2, 5, 4, 4]), 4, 16)
    for i in range(2):
        a, b = split(g, x, 3, [8, 8])
        b = conv(g, depthwise(g, conv(g, b, 8, 8, (1, 1), seed=f"a{i}"), 8, seed=f"b{i}"), 8, 8, (1, 1), seed=f"c{i}")
        x = g.node("RESHAPE", [join(g, [a, b], 3), g.constant([2, 5, 4, 2, 8], "int32")])
        x = g.node("RESHAPE", [g.node("TRANSPOSE", [x, g.constant([0, 1, 2, 4, 3], "int32")]), g.constant([2, 5, 4, 16], "int32")])
    g.outputs(max_pool(g, x))


@graph_case()
def parts_are_joined_by_copies(m):
    """Parts cut along each axis are joined along each axis, and the joined tensors are joined again."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([2, 4, 6, 8])])
    for i in (1, 2, 3):
        sizes = [[1, 1], [1, 3], [2, 4], [3, 5]][i]
        first, second = split(g, x, i, sizes)
        for axis in range(4):
            inner = join(g, [first, g.node("RELU", [first])], axis)
            g.outputs(g.node("ABS", [join(g, [inner, g.node("NEG", [inner])], i)]))
        g.outputs(g.node("TILE", [second, g.constant([1, 2, 1, 3], "int32")]), g.node("TILE", [second, g.constant([2, 1, 2, 1], "int32")]))


@graph_case()
def one_value_is_joined(m):
    """Joins zeros and a tensor filled with one computed value, with an innermost dim of 1 and with a longer one."""
    g = m.subgraph()
    for shape in ([2, 3, 2, 1], [2, 3, 5]):
        x = g.input(shape)
        value = g.node("SUM", [x, g.constant(list(range(len(shape))), "int32")])
        for axis in range(len(shape) + 1):
            filled = g.node("FILL", [g.constant(shape, "int32"), value])
            parts = [g.node("ZEROS_LIKE", [x]), g.node("TANH", [x]), filled]
            g.outputs(g.node("RELU", [g.node("PACK", parts, valuesCount=3, axis=axis)]))


@graph_case(moves=0)
def gates(m):
    """The gates of a GRU: each adds parts of two products and applies its activation in one dispatch."""
    g = m.subgraph()
    x, state = g.input([3, 6]), g.input([3, 8])
    inputs = split(g, product(g, x, 6, 24, "x"), 1, [8, 8, 8])
    hidden = split(g, product(g, state, 8, 24, "h"), 1, [8, 8, 8])
    update, reset = (g.node("LOGISTIC", [g.node("ADD", [inputs[i], hidden[i]])]) for i in (0, 1))
    candidate = g.node("TANH", [g.node("ADD", [inputs[2], g.node("MUL", [reset, hidden[2]])])])
    kept = g.node("MUL", [update, state])
    g.outputs(g.node("ADD", [kept, g.node("MUL", [g.node("SUB", [g.constant(1.0), update]), candidate])]))


@graph_case(moves=0)
def operands_of_other_rows(m):
    """Operands of one dispatch with different strided views, for elementwise and other kernels. Rows differ in length, offset
    and pitch, are whole vectors or not, and one tensor is read twice, whole and in part."""
    g = m.subgraph()
    for channels in (8, 5):
        x = g.node("TANH", [g.input([2, 4, 3, 3 * channels])])
        y = g.node("ABS", [g.input([2, 4, 6, channels])])
        z = g.node("RELU", [g.input([2, 4, 3, 2 * channels])])
        a, b, c = split(g, x, 3, [channels] * 3)
        d, e = split(g, y, 2, [3, 3])
        f, _ = split(g, z, 3, [channels] * 2)
        three = g.node("SUB", [g.node("MUL", [g.node("ADD", [a, d]), f]), b])
        twice = g.node("ADD", [g.node("MUL", [c, c]), e])
        filtered = conv(g, g.input([2, 4, 3, 4]), 4, channels, seed=str(channels))
        g.outputs(three, twice, g.node("ADD", [g.node("MUL", [filtered, b]), e]))


@graph_case(moves=0)
def an_image_and_its_residual(m):
    """The input of a convolution is a part of a tensor, and an operand of its steps is the same part, or another."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([1, 5, 6, 16])])
    a, b = split(g, x, 3, [8, 8])
    same = g.node("ADD", [conv(g, a, 8, 8, seed="a"), a])
    g.outputs(same, g.node("MUL", [depthwise(g, b, 8), a]))


@graph_case(moves=0)
def zeros_beside_parts(m):
    """Operands that PAD widens by channels. They come from a part of a tensor, or are combined with such a part."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([1, 5, 6, 12])])
    a, b = split(g, x, 3, [4, 8])
    for i, (part, size) in enumerate(((a, 4), (g.node("ABS", [g.input([1, 5, 6, 4])]), 4))):
        y = conv(g, g.input([1, 5, 6, 4]), 4, 8, seed=f"{i}")
        first, second = (pad(g, part, 0, 0, 0, 0, (0, 8 - size)) for _ in range(2))
        g.outputs(g.node("MUL", [g.node("ADD", [y, first]), b]), g.node("ADD", [g.node("EXP", [b]), second]))


@graph_case(moves=0)
def parts_are_normalized(m):
    """Layer normalization, as converters write it, of heads that are parts of one product."""
    g = m.subgraph()
    parts = split(g, product(g, g.input([2, 5, 8]), 8, 22), 2, [12, 10])
    for part in parts:
        mean = g.node("MEAN", [part, g.constant([2], "int32")], keepDims=True)
        difference = g.node("SQUARED_DIFFERENCE", [part, mean])
        variance = g.node("MEAN", [difference, g.constant([2], "int32")], keepDims=True)
        factor = g.node("RSQRT", [g.node("ADD", [variance, g.constant(0.001)])])
        g.outputs(g.node("MUL", [g.node("SUB", [part, mean]), factor]))


@graph_case(moves=0)
def stretched_operands_are_parts(m):
    """Scales and shifts for each channel, and for each image, are parts of one tensor and are broadcast."""
    g = m.subgraph()
    for channels in (8, 5):
        x = g.node("TANH", [g.input([2, 4, 3, channels])])
        of_all = split(g, g.node("ABS", [g.input([1, 1, 1, 3 * channels + 4])]), 3, [channels, 4, channels, channels])
        of_images = split(g, g.node("ABS", [g.input([2, 1, 1, 3 * channels])]), 3, [channels] * 3)
        y = g.node("ADD", [g.node("MUL", [x, of_all[0]]), of_all[2]])
        z = g.node("ADD", [g.node("MUL", [y, of_images[1]]), of_images[2]])
        filtered = conv(g, g.input([2, 4, 3, 4]), 4, channels, seed=str(channels))
        g.outputs(y, z, g.node("MUL", [g.node("SUB", [filtered, of_all[3]]), of_images[0]]))


@graph_case()
def one_value_is_a_part(m):
    """The readers of the value have 8 channels, which are whole vectors, 5, or 6, of which pairs of rows are whole vectors."""
    g = m.subgraph()
    values = split(g, g.node("ABS", [g.input([1, 5])]), 1, [2, 1, 1, 1])
    for channels in (8, 5, 6):
        x = g.node("TANH", [g.input([2, 3, channels])])
        for value in values[1:3]:
            g.outputs(g.node("MUL", [x, value]))


def _halves_of_rows(g):
    """Two tensors with rows of 12, which are stored in a wider tensor as rows of 6."""
    wide = g.node("TANH", [g.input([4, 18])])
    dims = g.constant([2, 12], "int32")
    return [g.node("RESHAPE", [part, dims]) for part in split(g, wide, 1, [6, 6, 6])[:2]]


@graph_case(moves=0)
def rows_are_half_of_channels(m):
    """Fused steps read rows that are shorter than the result's rows, so that vectors of the result span two rows."""
    g = m.subgraph()
    source, operand = _halves_of_rows(g)
    g.outputs(g.node("ADD", [g.node("EXP", [source]), operand]))


@graph_case(shader="reduce", moves=0)
def an_operand_of_means_has_halves_of_rows(m):
    g = m.subgraph()
    _, operand = _halves_of_rows(g)
    mean = g.node("MEAN", [g.input([2, 12, 3]), g.constant([2], "int32")])
    g.outputs(g.node("MUL", [mean, operand]))


@graph_case(shader="reduce", moves=0, resize=(([3, 6, 7, 24],),))
def means_of_channels_are_joined(m):
    """The means of whole images, of parts of the channels that are whole vectors and that are not, are joined."""
    g = m.subgraph()
    x = g.input([1, 6, 7, 24], signature=[-1, 6, 7, 24])
    window = {"padding": "VALID", "strideH": 6, "strideW": 7, "filterHeight": 6, "filterWidth": 7}
    means = [g.node("AVERAGE_POOL_2D", [part], **window) for part in split(g, x, 3, [8, 12, 3, 1])]
    g.outputs(join(g, means, 3))
