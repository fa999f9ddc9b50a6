"""Tensors that pass from one partition to another beside a node of the CPU (for test_handles.py)."""

from graph_builder import CPU_ONLY, conv, cpu_only, graph_case


@graph_case(on_cpu=(CPU_ONLY,), partitions=2)
def passes_beside_the_cpu(m):
    """The convolution's result has readers in both partitions, the RELU's result only one on the CPU."""
    g = m.subgraph()
    y = conv(g, g.input([1, 6, 7, 8]), 8, 8, seed="a")
    on_cpu = cpu_only(g, g.node("RELU", [y]), 1)
    g.outputs(conv(g, g.node("ADD", [on_cpu, y]), 8, 4, seed="b"))


@graph_case(on_cpu=(CPU_ONLY,), partitions=2)
def passes_to_the_cpu_as_well(m):
    """A tensor that the next partition, the CPU and the user read. It is an output of the graph."""
    g = m.subgraph()
    y = g.node("TANH", [g.input([2, 3, 6])])
    g.outputs(g.node("MUL", [cpu_only(g, y, 2), y]), y)


@graph_case(on_cpu=(CPU_ONLY, CPU_ONLY), partitions=3)
def passes_over_a_partition(m):
    """Tensors pass to the next partition and to the one behind that, integers among them."""
    g = m.subgraph()
    x = g.node("RELU", [g.input([4, 3])])
    order = g.node("ARG_MAX", [x, g.constant(1, "int32")], dtype="int32", outputType="INT32")
    y = g.node("ADD", [cpu_only(g, x, 4), x])
    z = g.node("SUB", [cpu_only(g, y, 4), x])
    g.outputs(g.node("GATHER", [z, order], axis=1), y)
