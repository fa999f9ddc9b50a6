"""Several subgraphs: bodies of IF, WHILE and StableHLO's CASE and COMPOSITE, signatures."""

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


@graph_case(on_cpu=("IF",), partitions=2, values={0: True}, depth=5, delegated_subgraphs=(1, 2))
def if_taken(m):
    _if_model(m)


@graph_case(on_cpu=("IF",), partitions=2, values={0: False}, depth=5, delegated_subgraphs=(1, 2))
def if_not_taken(m):
    _if_model(m)


@graph_case(on_cpu=("WHILE",), partitions=None, values={0: 0}, depth=24, delegated_subgraphs=(1, 2))
def while_loop(m):
    """Five iterations of a convolution, TANH and a float ADD."""
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


@graph_case(on_cpu=("WHILE",), partitions=1, values={0: 0}, depth=24, delegated_subgraphs=(1, 2), keep_shapes=True)
def while_loop_without_ranks(m):
    """A body as TensorFlow writes it, without dims and with weights as loop variables. The caller's tensors have the dims."""
    g = m.subgraph()
    counter, x, filters = g.input([], "int32"), g.input([1, 8]), g.constant(seeded((8, 8), "loop_w"))
    results = [g.tensor([], "int32"), g.tensor([]), g.tensor([])]
    g.op("WHILE", [counter, x, filters], results, condSubgraphIndex=1, bodySubgraphIndex=2)
    g.outputs(g.node("SOFTMAX", [results[1]], beta=1.0))
    condition = m.subgraph("cond")
    counter, _, _ = condition.input([], "int32"), condition.input([]), condition.input([])
    condition.outputs(condition.node("LESS", [counter, condition.constant(5, "int32")], dtype="bool"))
    body = m.subgraph("body")
    counter, x, filters = body.input([], "int32"), body.input([]), body.input([])
    advanced = body.node("ADD", [counter, body.constant(1, "int32")], dtype="int32")
    product = body.node("FULLY_CONNECTED", [x, filters, None])
    body.outputs(advanced, body.node("TANH", [product]), filters)


def _growing_loop(m, steps):
    g = m.subgraph()
    counter, x = g.constant(0, "int32"), g.input([1, 4], signature=[-1, 4])
    results = [g.tensor([], "int32"), g.tensor([1, 4], signature=[-1, 4])]
    g.op("WHILE", [counter, x], results, condSubgraphIndex=1, bodySubgraphIndex=2)
    g.outputs(results[1])
    condition = m.subgraph("cond")
    counter, _ = condition.input([], "int32"), condition.input([1, 4], signature=[-1, 4])
    condition.outputs(condition.node("LESS", [counter, condition.constant(steps, "int32")], dtype="bool"))
    body = m.subgraph("body")
    counter, x = body.input([], "int32"), body.input([1, 4], signature=[-1, 4])
    advanced = body.node("ADD", [counter, body.constant(1, "int32")], dtype="int32")
    longer = body.tensor([2, 4], signature=[-1, 4])
    row = body.constant(seeded((1, 4), "loop_row"))
    body.op("CONCATENATION", [x, row], [longer], axis=0, fusedActivationFunction="NONE")
    shorter = body.tensor([2, 4], signature=[-1, 4])
    body.op("TANH", [longer], [shorter])
    body.outputs(advanced, shorter)


# Each step has other dims. The delegate keeps the plans of three steps; those of nine are made anew in each run.
_GROWING = {"on_cpu": ("WHILE",), "partitions": 0, "depth": 12, "delegated_subgraphs": (1, 2), "keep_shapes": True}


@graph_case(**_GROWING)
def while_loop_of_three_growing_steps(m):
    _growing_loop(m, 3)


@graph_case(**_GROWING)
def while_loop_of_nine_growing_steps(m):
    _growing_loop(m, 9)


# TensorFlow 2.14 does not know StableHLO's operators.
_NEW = {"refused_by": ("tflite-2.14.0",)}


def _case_model(m):
    g = m.subgraph()
    index, x = g.input([], "int32"), g.input([1, 4, 4, 3])
    out = g.tensor([1, 4, 4, 3])
    y = g.op("STABLEHLO_CASE", [index, g.node("RELU", [x])], [out], branchSubgraphIndices=[1, 2, 3])
    g.outputs(g.node("LOGISTIC", [y]))
    for name, op in (("first", "TANH"), ("second", "RELU"), ("third", "NEG")):
        _branch(m, name, op)


_CASE = {"on_cpu": ("STABLEHLO_CASE",), "partitions": 2, "depth": 5, "delegated_subgraphs": (1, 2, 3), **_NEW}


@graph_case(values={0: 1}, **_CASE)
def case_of_three(m):
    _case_model(m)


@graph_case(values={0: -5}, **_CASE)
def case_that_no_branch_has(m):
    """An index outside of the branches runs the last one."""
    _case_model(m)


@graph_case(on_cpu=("STABLEHLO_COMPOSITE",), partitions=2, depth=8, delegated_subgraphs=(1,), resize=([(3, 8)],), **_NEW)
def composite(m):
    """A normalization by the root mean square, written as a named composite with its decomposition."""
    g = m.subgraph()
    x = g.input([2, 8])
    out = g.tensor([2, 8])
    scale = g.constant(seeded((8,), "scale"))
    y = g.op("STABLEHLO_COMPOSITE", [g.node("ADD", [x, x]), scale], [out], **_composite("odml.rms_norm", 1))
    g.outputs(g.node("LOGISTIC", [y]))
    h = m.subgraph("odml.rms_norm.impl")
    value, weight = h.input([2, 8]), h.input([8])
    squares = h.node("MEAN", [h.node("MUL", [value, value]), h.constant([1], "int32")], keepDims=True)
    norm = h.node("RSQRT", [h.node("ADD", [squares, h.constant(1e-5)])])
    h.outputs(h.node("MUL", [h.node("MUL", [value, norm]), weight]))


@graph_case(on_cpu=("STABLEHLO_COMPOSITE",), partitions=1, depth=4, delegated_subgraphs=(2,), **_NEW)
def composite_in_a_composite(m):
    """The device runs neither composite node, but the nodes of their decompositions."""
    g = m.subgraph()
    out = g.tensor([3, 5])
    y = g.op("STABLEHLO_COMPOSITE", [g.input([3, 5])], [out], **_composite("test.outer", 1))
    g.outputs(g.node("RELU", [y]))
    outer = m.subgraph("outer")
    inner_out = outer.tensor([3, 5])
    outer.outputs(outer.op("STABLEHLO_COMPOSITE", [outer.input([3, 5])], [inner_out], **_composite("test.inner", 2)))
    inner = m.subgraph("inner")
    inner.outputs(inner.node("TANH", [inner.node("NEG", [inner.input([3, 5])])]))


def _composite(name, subgraph):
    """Options of a composite node. Its attributes, which it has to have, are an empty FlexBuffers map."""
    return {"name": name, "decompositionSubgraphIndex": subgraph, "compositeAttributes": [0, 0, 1, 0, 0, 36, 1]}


@graph_case()
def two_signatures(m):
    """The second subgraph can be reached only through its signature. It must not change how the first one runs."""
    g = m.subgraph("first")
    g.outputs(g.node("TANH", [g.node("ADD", [g.input([2, 3]), g.constant(seeded((3,), "a"))])]))
    h = m.subgraph("second")
    h.outputs(h.node("RELU", [h.node("MUL", [h.input([4]), h.constant(seeded((4,), "b"))])]))
    m.signature("first", 0)
    m.signature("second", 1)
