"""Parts of the innermost dim that have one value, or fewer than a vector has: corners of boxes, colours."""

from graph_builder import average_pool, conv, depthwise, graph_case, max_pool, seeded


def split(g, x, parts):
    """Splits a tensor along the innermost dim."""
    outputs = [g.tensor(()) for _ in range(parts)]
    g.op("SPLIT", [g.constant(-1, "int32"), x], outputs, numSplits=parts)
    return outputs


def binary(op):
    return lambda g, x, y: g.node(op, [x, y])


add, subtract, multiply, divide = (binary(op) for op in ("ADD", "SUB", "MUL", "DIV"))


def corners(g, y, x, height, width):
    half = g.constant([0.5])
    height, width = (multiply(g, size, half) for size in (height, width))
    return [subtract(g, y, height), subtract(g, x, width), add(g, y, height), add(g, x, width)]


@graph_case(moves=0)
def boxes_from_splits(m):
    """Decodes boxes as SSD does: centres and sizes are relative to anchors."""
    g = m.subgraph()
    boxes = g.node("TANH", [g.input([2, 30, 4])])
    anchors = [g.constant(seeded((1, 30, 1), seed, 0.5, 1.0)) for seed in "yxhw"]
    y, x, height, width = split(g, boxes, 4)
    y, x = (add(g, multiply(g, at, size), anchor) for at, size, anchor in zip((y, x), anchors[2:], anchors[:2]))
    height, width = (multiply(g, g.node("EXP", [at]), size) for at, size in zip((height, width), anchors[2:]))
    joined = g.node("CONCATENATION", corners(g, y, x, height, width), axis=-1, fusedActivationFunction="NONE")
    g.outputs(g.node("RELU", [joined]))


@graph_case(moves=0)
def boxes_from_unpacked(m):
    g = m.subgraph()
    boxes = g.node("ABS", [g.input([3, 10, 4])])
    parts = [g.tensor(()) for _ in range(4)]
    g.op("UNPACK", [boxes], parts, num=4, axis=2)
    packed = g.node("PACK", corners(g, *parts), valuesCount=4, axis=2)
    g.outputs(g.node("NEG", [packed]))


@graph_case(moves=0)
def colours(m):
    g = m.subgraph()
    red, green, blue = split(g, g.node("ABS", [g.input([1, 7, 9, 3])]), 3)
    weights = [g.constant([weight]) for weight in (0.299, 0.587, 0.114)]
    terms = [multiply(g, part, weight) for part, weight in zip((red, green, blue), weights)]
    luma = add(g, add(g, terms[0], terms[1]), terms[2])
    parts = [luma, subtract(g, blue, luma), subtract(g, red, luma)]
    joined = g.node("CONCATENATION", parts, axis=3, fusedActivationFunction="NONE")
    g.outputs(conv(g, joined, 3, 4))


@graph_case()
def short_rows_of_every_kind(m):
    """Parts whose rows have two, three, four and six values. Other operands have a value for each channel or for each channel
    of each image. Results are joined, and packed along the innermost dim."""
    g = m.subgraph()
    for channels in (2, 3, 4, 6):
        wide = g.node("ABS", [g.input([2, 3, 5, 4 * channels])])
        first, second, third, fourth = split(g, wide, 4)
        y = multiply(g, add(g, first, third), g.constant(seeded((channels,), "scale")))
        z = add(g, divide(g, second, g.constant([2.0])), g.constant(seeded((2, 1, 1, channels), "image")))
        inner = g.node("CONCATENATION", [y, fourth, z], axis=3, fusedActivationFunction="NONE")
        g.outputs(g.node("TANH", [inner]))
        packed = g.node("PACK", [g.node("EXP", [first]), g.node("NEG", [fourth])], valuesCount=2, axis=4)
        g.outputs(g.node("SQUARE", [packed]))


@graph_case()
def short_rows_of_other_dims(m):
    """A convolution's vectors of channels do not match the short rows of the reshaped and joined tensors."""
    g = m.subgraph()
    x = g.input([1, 4, 4, 5])
    for parts in (3, 2):
        left, right = (conv(g, x, 5, 12, seed=f"{seed}{parts}") for seed in ("left", "right"))
        shape = g.constant([-1, parts], "int32")
        rows = [g.node("RESHAPE", [part, shape]) for part in (left, g.node("TANH", [right]))]
        joined = g.node("CONCATENATION", rows, axis=1, fusedActivationFunction="NONE")
        g.outputs(g.node("RELU", [joined]))
        cut = split(g, g.node("RESHAPE", [g.node("ABS", [left]), shape]), parts)
        g.outputs(*(g.node("NEG", [part]) for part in cut))


@graph_case(moves=0)
def maps_of_one_channel(m):
    """Joins maps of one channel from different stages, as saliency networks do."""
    g = m.subgraph()
    x = g.input([2, 6, 5, 3])
    first = conv(g, x, 3, 1)
    grouped = conv(g, conv(g, x, 3, 4), 2, 2, version=6, seed="grouped")
    second = conv(g, grouped, 2, 1, kernel=(1, 1), seed="second")
    size = g.constant([6, 5], "int32")
    resized = g.node("RESIZE_BILINEAR", [conv(g, x, 3, 1, strideH=2, strideW=2, seed="third"), size])
    weights = g.constant(seeded((1, 3, 3, 3), "transposed"))
    shape = g.constant([2, 6, 5, 1], "int32")
    params = {"padding": "SAME", "strideH": 1, "strideW": 1}
    transposed = g.node("TRANSPOSE_CONV", [shape, weights, x], **params)
    maps = [g.node("LOGISTIC", [first]), second, resized, transposed, depthwise(g, second, 1)]
    maps += [max_pool(g, first, (1, 1), 1), average_pool(g, second, (1, 1), 1)]
    joined = g.node("CONCATENATION", maps, axis=3, fusedActivationFunction="NONE")
    g.outputs(conv(g, joined, len(maps), 4, seed="last"))


@graph_case(moves=0)
def cost_volume(m):
    """A cost volume, the similarity of two images at several offsets: means over channels, packed."""
    g = m.subgraph()
    left, right = (g.node("TANH", [g.input([2, 4, 6, 8])]) for _ in range(2))
    alike = []
    for channels in ([0, 0, 0, 0], [0, 0, 0, 4]):
        size = [2, 4, 6, 4]
        bounds = [g.constant(channels, "int32"), g.constant(size, "int32")]
        product = multiply(g, g.node("SLICE", [left, *bounds]), g.node("SLICE", [right, *bounds]))
        alike.append(g.node("MEAN", [product, g.constant([3], "int32")], keepDims=False))
    scaled = multiply(g, g.node("SUM", [left, g.constant([3], "int32")], keepDims=False), g.constant(seeded((6,), "scale")))
    g.outputs(g.node("EXP", [g.node("PACK", [*alike, scaled], valuesCount=3, axis=3)]))


@graph_case()
def short_rows_of_sums(m):
    """Reductions over the innermost dim, or over every second one, of ranks 1 to 6. They are joined along every axis."""
    g = m.subgraph()
    for dims in ([7], [3, 5], [2, 3, 4], [2, 1, 3, 6], [2, 3, 2, 3, 4], [2, 2, 3, 2, 3, 5]):
        x = g.input(dims)
        for axes in ([len(dims) - 1], [*range(len(dims) - 1, -1, -2)]):
            for axis in range(len(dims)):
                sums = [g.node(op, [x, g.constant(axes, "int32")], keepDims=True) for op in ("SUM", "REDUCE_MAX")]
                joined = g.node("CONCATENATION", sums, axis=axis, fusedActivationFunction="NONE")
                g.outputs(g.node("ABS", [joined]))
