"""Paddings that join the window after them."""

from graph_builder import average_pool, conv, depthwise, graph_case, max_pool, pad, seeded


@graph_case()
def pad_into_conv(m):
    g = m.subgraph()
    x = g.input([1, 7, 6, 3])
    g.outputs(conv(g, pad(g, x), 3, 5, padding="VALID"))


@graph_case()
def pad_uneven_into_conv_stride_2(m):
    g = m.subgraph()
    x = g.input([1, 8, 8, 4])
    g.outputs(conv(g, pad(g, x, 0, 1, 0, 1), 4, 8, padding="VALID", strideH=2, strideW=2))


@graph_case()
def pad_into_conv_with_same_padding(m):
    """SAME is computed from the padded size, so both paddings count."""
    g = m.subgraph()
    x = g.input([1, 6, 7, 4])
    g.outputs(conv(g, pad(g, x, 2, 0, 1, 1), 4, 6, padding="SAME", strideH=2, strideW=2))


@graph_case()
def pad_into_pointwise_conv(m):
    g = m.subgraph()
    x = g.input([1, 4, 5, 8])
    g.outputs(conv(g, pad(g, x), 8, 8, kernel=(1, 1), padding="VALID"))


@graph_case()
def pad_into_dilated_conv(m):
    g = m.subgraph()
    x = g.input([1, 9, 8, 3])
    dilation = {"dilationHFactor": 2, "dilationWFactor": 2}
    g.outputs(conv(g, pad(g, x, 2, 2, 2, 2), 3, 4, padding="VALID", **dilation))


@graph_case()
def pad_into_depthwise(m):
    g = m.subgraph()
    x = g.input([2, 7, 6, 5])
    g.outputs(depthwise(g, pad(g, x, 1, 2, 2, 1), 5, padding="VALID", strideH=2, strideW=2))


@graph_case()
def pad_into_max_pool(m):
    """The zeros of a PAD take part in the maximum; those of SAME do not."""
    g = m.subgraph()
    x = g.input([1, 6, 6, 4])
    negative = g.node("SUB", [x, g.constant([2.0])])
    g.outputs(max_pool(g, pad(g, negative), window=(3, 3)))


@graph_case()
def pad_into_average_pool(m):
    """The zeros of a PAD count in the divisor; those of SAME do not."""
    g = m.subgraph()
    x = g.input([1, 6, 7, 4])
    g.outputs(average_pool(g, pad(g, x), window=(3, 3)))


@graph_case()
def pad_into_same_average_pool(m):
    g = m.subgraph()
    x = g.input([1, 5, 6, 4])
    g.outputs(average_pool(g, pad(g, x), window=(3, 3), padding="SAME"))


@graph_case()
def pad_of_channels_before_conv(m):
    g = m.subgraph()
    x = g.input([1, 5, 5, 3])
    g.outputs(conv(g, pad(g, x, channels=(0, 5)), 8, 4, padding="VALID"))


@graph_case()
def pad_read_twice(m):
    g = m.subgraph()
    padded = pad(g, g.input([1, 5, 6, 4]))
    g.outputs(conv(g, padded, 4, 4, padding="VALID"), max_pool(g, padded))


@graph_case()
def pad_is_output_too(m):
    g = m.subgraph()
    padded = pad(g, g.input([1, 5, 6, 4]))
    g.outputs(conv(g, padded, 4, 4, padding="VALID"), padded)


@graph_case()
def pad_conv_residual_prelu(m):
    g = m.subgraph()
    x = g.input([1, 8, 8, 5])
    y = conv(g, pad(g, x), 5, 5, padding="VALID")
    y = g.node("ADD", [y, x])
    g.outputs(g.node("PRELU", [y, g.constant(seeded((1, 1, 5), "alpha"))]))


@graph_case()
def channel_padded_residual(m):
    """MediaPipe's stride-2 block: max pool and channel PAD on the shortcut."""
    g = m.subgraph()
    x = g.input([1, 8, 8, 4])
    y = depthwise(g, x, 4, strideH=2, strideW=2)
    y = conv(g, y, 4, 7, (1, 1))
    shortcut = pad(g, max_pool(g, x), 0, 0, 0, 0, channels=(0, 3))
    g.outputs(g.node("RELU", [g.node("ADD", [y, shortcut])]))


@graph_case()
def zeros_that_no_window_puts(m):
    """PAD nodes that stay: around channels or images, before a RESHAPE that regroups rows, and with another reader."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([2, 6, 8])])
    around = ([[0, 0], [0, 0], [0, 4]], [[0, 0], [2, 0], [0, 0]], [[0, 0], [2, 0], [0, 0]], [[1, 1], [0, 0], [0, 0]])
    shapes = ([2, 1, 6, 12], [2, 2, 4, 8], [2, 1, 8, 8], [4, 1, 6, 8])
    for i, (amounts, shape) in enumerate(zip(around, shapes)):
        padded = g.node("PAD", [x, g.constant(amounts, "int32")])
        image = g.node("RESHAPE", [padded, g.constant(shape, "int32")])
        g.outputs(conv(g, image, shape[3], 4, (1, 3), seed=str(i), padding="VALID"))
        if i == 2:
            g.outputs(g.node("ABS", [padded]))
