"""Several subgraphs: bodies of IF and WHILE, signatures."""

from graph_builder import conv, graph_case, seeded


def _branch(m, name, op):
    g = m.subgraph(name)
    y = conv(g, g.input([1, 4, 4, 3]), 3, 3, seed=name)
    g.outputs(g.node(op, [y]))


def _if_model(m):
    g = m.subgraph()
    condition, x = g.input([], "bool"), g.input([1, 4, 4, 3])
    y = g.node("RELU", [x])
    y = g.node("IF", [condition, y], thenSubgraphIndex=1, elseSubgraphIndex=2)
    g.outputs(g.node("LOGISTIC", [y]))
    _branch(m, "then", "TANH")
    _branch(m, "else", "RELU")


@graph_case(on_cpu=("IF",), partitions=2, values={0: True}, depth=5)
def if_taken(m):
    _if_model(m)


@graph_case(on_cpu=("IF",), partitions=2, values={0: False}, depth=5)
def if_not_taken(m):
    _if_model(m)


@graph_case(on_cpu=("WHILE",), partitions=None, values={0: 0}, depth=24)
def while_loop(m):
    """Five rounds of conv, TANH and a float sum."""
    g = m.subgraph()
    counter, x = g.input([], "int32"), g.input([1, 4, 4, 3])
    y = g.node("RELU", [x])
    count_out, y_out = g.tensor([], "int32"), g.tensor([1, 4, 4, 3])
    g.op("WHILE", [counter, y], [count_out, y_out], condSubgraphIndex=1, bodySubgraphIndex=2)
    g.outputs(g.node("LOGISTIC", [y_out]))
    _loop_condition(m)
    _loop_body(m)


def _loop_condition(m):
    g = m.subgraph("cond")
    counter, _ = g.input([], "int32"), g.input([1, 4, 4, 3])
    g.outputs(g.node("LESS", [counter, g.constant(5, "int32")], dtype="bool"))


def _loop_body(m):
    g = m.subgraph("body")
    counter, y = g.input([], "int32"), g.input([1, 4, 4, 3])
    advanced = g.node("ADD", [counter, g.constant(1, "int32")], dtype="int32")
    z = g.node("TANH", [conv(g, y, 3, 3)])
    g.outputs(advanced, g.node("ADD", [y, z]))


@graph_case()
def two_signatures(m):
    """The second subgraph is reached only through its signature; the first must not suffer."""
    g = m.subgraph("first")
    g.outputs(g.node("TANH", [g.node("ADD", [g.input([2, 3]), g.constant(seeded((3,), "a"))])]))
    h = m.subgraph("second")
    h.outputs(h.node("RELU", [h.node("MUL", [h.input([4]), h.constant(seeded((4,), "b"))])]))
    m.signature("first", 0)
    m.signature("second", 1)
