"""Patterns that the lowering fuses: PAD into a window, residual additions, elementwise chains."""

from graph_builder import conv, depthwise, graph_case, pad, seeded


@graph_case()
def conv_residual_relu(m):
    g = m.subgraph()
    x = g.input([1, 6, 5, 8])
    y = g.node("ADD", [conv(g, x, 8, 8), x])
    g.outputs(g.node("RELU", [y]))


@graph_case(shader="winograd_output")
def winograd_padding_and_residual(m):
    """PAD and ADD are fused with Winograd's algorithm. The weights are so small that the algorithm's bound
    (docs/design/winograd.md) for each convolution is below the bound of a node in a graph."""
    g = m.subgraph()
    x = g.input((1, 15, 23, 52))
    y = conv(g, pad(g, x), 52, 52, padding="VALID", largest=0.13, fusedActivationFunction="RELU")
    y = conv(g, y, 52, 52, seed="second", largest=0.03)
    g.outputs(g.node("RELU", [g.node("ADD", [y, x])]))


@graph_case()
def residual_first_operand(m):
    g = m.subgraph()
    x = g.input([1, 6, 5, 5])
    g.outputs(g.node("ADD", [x, depthwise(g, x, 5)], fusedActivationFunction="RELU6"))


@graph_case()
def reversed_operands(m):
    """x - conv and x / conv: the running value is the second operand."""
    g = m.subgraph()
    x = g.input([1, 4, 4, 4])
    positive = g.node("ADD", [conv(g, x, 4, 4, fusedActivationFunction="RELU"), g.constant([1.0])])
    g.outputs(g.node("SUB", [x, g.node("DIV", [x, positive])]))


@graph_case()
def residual_of_two_convs(m):
    g = m.subgraph()
    x = g.input([1, 5, 6, 3])
    left, right = conv(g, x, 3, 7, seed="left"), conv(g, x, 3, 7, (1, 1), seed="right")
    g.outputs(g.node("ADD", [left, right], fusedActivationFunction="RELU"))


@graph_case()
def residual_blocks(m):
    g = m.subgraph()
    x = g.input([1, 8, 8, 8])
    for i in range(3):
        y = depthwise(g, x, 8, seed=f"d{i}")
        y = conv(g, y, 8, 8, (1, 1), seed=f"p{i}")
        x = g.node("RELU", [g.node("ADD", [x, y])])
    g.outputs(x)


@graph_case()
def conv_prelu_per_channel(m):
    g = m.subgraph()
    y = conv(g, g.input([1, 6, 5, 4]), 4, 6)
    g.outputs(g.node("PRELU", [y, g.constant(seeded((1, 1, 6), "alpha"))]))


@graph_case()
def conv_then_every_unary(m):
    g = m.subgraph()
    y = conv(g, g.input([1, 5, 4, 3]), 3, 6)
    for op in ("HARD_SWISH", "LOGISTIC", "TANH", "RELU_N1_TO_1", "RELU6", "RELU"):
        y = g.node(op, [y])
    g.outputs(g.node("LEAKY_RELU", [y], alpha=0.2))


@graph_case()
def conv_batch_norm(m):
    g = m.subgraph()
    y = conv(g, g.input([2, 5, 4, 3]), 3, 6)
    y = g.node("MUL", [y, g.constant(seeded((6,), "scale"))])
    y = g.node("ADD", [y, g.constant(seeded((6,), "shift"))])
    g.outputs(g.node("RELU6", [y]))


def grouped_block(m, dims, of_group, filters):
    """A PAD before a grouped convolution. A residual addition, a scale of the channels and a clamp follow it."""
    g = m.subgraph()
    x = g.input(dims)
    groups = dims[3] // of_group
    y = conv(g, pad(g, x), of_group, groups * filters, padding="VALID", version=6)
    residual = g.input([*dims[:3], groups * filters])
    y = g.node("ADD", [y, residual])
    y = g.node("MUL", [y, g.constant(seeded((groups * filters,), "scale"))])
    g.outputs(g.node("RELU6", [y]))


@graph_case(shader="depthwise_conv_2d")
def epilogue_of_groups_of_1(m):
    grouped_block(m, (1, 9, 10, 8), 1, 1)


@graph_case(shader="grouped_conv_2d")
def epilogue_of_groups_of_2(m):
    grouped_block(m, (2, 9, 10, 16), 2, 2)


@graph_case(shader="grouped_conv_2d")
def epilogue_of_groups_of_3(m):
    grouped_block(m, (1, 9, 10, 9), 3, 3)


@graph_case(shader="grouped_conv_2d")
def epilogue_of_groups_of_4(m):
    grouped_block(m, (1, 9, 10, 24), 4, 4)


@graph_case()
def epilogue_of_1_output(m):
    grouped_block(m, (1, 9, 12, 8), 8, 1)


@graph_case()
def epilogue_of_3_outputs(m):
    grouped_block(m, (2, 9, 12, 5), 5, 3)


@graph_case()
def epilogue_of_3_outputs_in_odd_rows(m):
    grouped_block(m, (1, 9, 11, 8), 8, 3)


@graph_case()
def epilogue_of_7_outputs(m):
    grouped_block(m, (1, 9, 11, 8), 8, 7)


@graph_case()
def epilogue_of_13_outputs(m):
    grouped_block(m, (1, 9, 11, 8), 8, 13)


@graph_case()
def epilogue_of_a_product_with_3_outputs(m):
    g = m.subgraph()
    x = g.input([5, 12])
    y = g.node("FULLY_CONNECTED", [x, g.constant(seeded((3, 12), "w")), g.constant(seeded((3,), "b"))])
    y = g.node("ADD", [y, g.input([5, 3])])
    g.outputs(g.node("TANH", [y]))


@graph_case()
def squeeze_and_excite(m):
    g = m.subgraph()
    x = g.input([1, 6, 5, 8])
    y = g.node("MEAN", [x, g.constant([1, 2], "int32")], keepDims=True)
    y = conv(g, y, 8, 4, (1, 1), seed="squeeze", fusedActivationFunction="RELU")
    y = conv(g, y, 4, 8, (1, 1), seed="excite")
    g.outputs(g.node("MUL", [x, g.node("LOGISTIC", [y])]))


@graph_case()
def fully_connected_chain(m):
    g = m.subgraph()
    x = g.input([2, 12])
    for i, (k, n) in enumerate([(12, 9), (9, 16), (16, 3)]):
        weights, bias = seeded((n, k), f"w{i}"), seeded((n,), f"b{i}")
        x = g.node("FULLY_CONNECTED", [x, g.constant(weights), g.constant(bias)])
        x = g.node("TANH", [x])
    g.outputs(g.node("SOFTMAX", [x], beta=1.0))


@graph_case(moves=0, resize=(([3, 17, 8],),))
def causal_convolutions(m):
    """One-dimensional convolutions as Keras converts them, for one reader or two. Zeros precede a sequence, which becomes an
    image of one row or of one column."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([2, 12, 8])])
    for i, (shape, kernel, dilation) in enumerate((([-1, 1, 16, 8], (1, 3), {"dilationWFactor": 2}), ([-1, 16, 1, 8], (3, 1), {"dilationHFactor": 2}))):
        padded = g.node("PAD", [x, g.constant([[0, 0], [4, 0], [0, 0]], "int32")])
        axis = g.constant(1 if i == 0 else 2, "int32")
        image = g.node("EXPAND_DIMS", [padded, axis])
        y = conv(g, image, 8, 8, kernel, seed=f"c{i}", padding="VALID", **dilation)
        z = depthwise(g, image, 8, kernel, seed=f"d{i}", padding="VALID", **dilation)
        g.outputs(g.node("RELU", [g.node("SQUEEZE", [y], squeezeDims=[1 if i == 0 else 2])]), z)
