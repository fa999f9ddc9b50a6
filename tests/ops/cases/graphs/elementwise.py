"""Chains of elementwise operators: long, branching, broadcasting in the middle."""

from graph_builder import conv, graph_case, seeded


@graph_case()
def chain_of_three(m):
    g = m.subgraph()
    x = g.input([1, 4, 5, 3])
    y = g.node("MUL", [x, g.constant([2.0])])
    g.outputs(g.node("LOGISTIC", [g.node("ADD", [y, g.constant([0.5])])]))


@graph_case()
def chain_longer_than_an_epilogue(m):
    g = m.subgraph()
    y = g.input([1, 4, 5, 3])
    for i in range(20):
        op = ("ADD", "MUL", "SUB", "MAXIMUM")[i % 4]
        y = g.node(op, [y, g.constant(seeded((3,), f"c{i}"))])
    g.outputs(y)


@graph_case()
def chain_with_many_tensor_operands(m):
    """A chain with more distinct operands than an epilogue has bindings."""
    g = m.subgraph()
    inputs = [g.input([1, 3, 4, 5]) for _ in range(7)]
    y = inputs[0]
    for other in inputs[1:]:
        y = g.node("ADD", [y, other])
    g.outputs(y)


@graph_case()
def chain_after_conv_longer_than_an_epilogue(m):
    g = m.subgraph()
    x = g.input([1, 4, 5, 6])
    y = conv(g, x, 6, 6)
    for i in range(9):
        y = g.node(("ADD", "MUL")[i % 2], [y, x])
        y = g.node("TANH", [y])
    g.outputs(y)


@graph_case()
def add_to_itself(m):
    g = m.subgraph()
    x = g.input([1, 3, 4, 5])
    g.outputs(g.node("ADD", [x, x]))


@graph_case()
def running_value_is_both_operands(m):
    g = m.subgraph()
    y = conv(g, g.input([1, 3, 4, 5]), 5, 5)
    y = g.node("MUL", [y, y])
    g.outputs(g.node("SUB", [y, y], fusedActivationFunction="RELU"))


@graph_case()
def two_consumers_in_the_middle(m):
    g = m.subgraph()
    y = g.node("TANH", [g.input([1, 3, 4, 5])])
    left, right = g.node("RELU", [y]), g.node("LOGISTIC", [y])
    g.outputs(g.node("MUL", [left, right]))


@graph_case()
def middle_of_the_chain_is_output(m):
    g = m.subgraph()
    y = conv(g, g.input([1, 3, 4, 5]), 5, 4)
    z = g.node("RELU", [y])
    g.outputs(g.node("TANH", [z]), z, y)


@graph_case()
def operand_from_later_node(m):
    """The second operand is computed after the running value, from it."""
    g = m.subgraph()
    y = conv(g, g.input([1, 4, 4, 4]), 4, 4, seed="first")
    z = conv(g, y, 4, 4, (1, 1), seed="second")
    g.outputs(g.node("ADD", [y, z]))


@graph_case()
def broadcast_grows_in_the_middle(m):
    g = m.subgraph()
    small, large = g.input([1, 1, 1, 5]), g.input([2, 3, 4, 5])
    y = g.node("TANH", [small])
    y = g.node("ADD", [y, large])
    g.outputs(g.node("RELU", [y]))


@graph_case()
def broadcast_both_in_the_middle(m):
    g = m.subgraph()
    rows, columns = g.input([1, 4, 1, 3]), g.input([2, 1, 5, 3])
    y = g.node("MUL", [g.node("TANH", [rows]), g.node("RELU", [columns])])
    g.outputs(g.node("ADD", [y, rows]))


@graph_case()
def conv_then_broadcast_spatial(m):
    g = m.subgraph()
    y = conv(g, g.input([1, 4, 5, 3]), 3, 6)
    y = g.node("MUL", [y, g.constant(seeded((1, 4, 5, 1), "mask"))])
    g.outputs(g.node("ADD", [y, g.constant(seeded((4, 1, 1), "rows"))]))


@graph_case()
def one_element_of_the_run(m):
    """A runtime tensor of one element as an operand of a chain."""
    g = m.subgraph()
    scale, y = g.input([1]), g.input([1, 3, 4, 5])
    y = g.node("MUL", [conv(g, y, 5, 5), scale])
    g.outputs(g.node("DIV", [scale, g.node("ADD", [g.node("LOGISTIC", [y]), g.constant([1.0])])]))


@graph_case()
def scalar_rank_0_operand(m):
    g = m.subgraph()
    y = g.node("ADD", [g.input([2, 3]), g.constant(0.25)])
    g.outputs(g.node("MAXIMUM", [g.constant(-0.1), y]))


@graph_case()
def chain_on_a_vector(m):
    g = m.subgraph()
    y = g.node("MUL", [g.input([11]), g.constant(seeded((11,), "v"))])
    g.outputs(g.node("HARD_SWISH", [y]))


@graph_case()
def odd_channels_everywhere(m):
    g = m.subgraph()
    y = g.input([1, 5, 3, 1])
    for i, (cin, cout) in enumerate([(1, 3), (3, 7), (7, 2), (2, 5)]):
        y = conv(g, y, cin, cout, seed=f"c{i}")
        y = g.node("ADD", [y, g.constant(seeded((cout,), f"s{i}"))])
    g.outputs(g.node("TANH", [y]))


@graph_case(resize=([[2, 3, 5, 4], [2, 3, 5, 4]], [[1, 6, 2, 4], [1, 6, 2, 4]]))
def chain_resized(m):
    g = m.subgraph()
    a, b = g.input([1, 4, 4, 4]), g.input([1, 4, 4, 4])
    y = g.node("ADD", [conv(g, a, 4, 4), b])
    g.outputs(g.node("MUL", [g.node("RELU", [y]), b]))
