"""Operators that only move values, with nodes that are fused into them, and with several outputs."""

from graph_builder import CPU_ONLY, conv, cpu_only, graph_case


def _parts(g, op, inputs, count, dtype="float32", **params):
    """Appends a node and returns its several outputs."""
    outputs = [g.tensor((), dtype) for _ in range(count)]
    g.op(op, inputs, outputs, **params)
    return outputs


def _split(g, x, axis, count, dtype="float32"):
    return _parts(g, "SPLIT", [g.constant(axis, "int32"), x], count, dtype, numSplits=count)


def _transpose(g, x, permutation, **kwargs):
    return g.node("TRANSPOSE", [x, g.constant(permutation, "int32")], **kwargs)


@graph_case(resize=(([2, 4, 6, 8],), ([1, 5, 4, 8],)))
def channel_shuffle(m):
    """ShuffleNet's shuffle: one half of the channels is convolved, and the halves are interleaved again."""
    g = m.subgraph()
    image = g.input([1, 5, 4, 8])
    kept, computed = _split(g, image, 3, 2)
    computed = conv(g, computed, 4, 4, (1, 1), seed="shuffle", fusedActivationFunction="RELU")
    both = g.node("PACK", [kept, computed], valuesCount=2, axis=4)
    x = _transpose(g, both, [0, 1, 2, 4, 3], version=4)
    target = g.node("SHAPE", [image], dtype="int32", outType="INT32")
    g.outputs(g.node("RESHAPE", [x, target]))


@graph_case()
def transpose_with_steps(m):
    """A TRANSPOSE with fused steps: an activation, an operand of one value per channel, and one of the result's dims."""
    g = m.subgraph()
    x = _transpose(g, g.input([2, 3, 4, 5]), [0, 3, 1, 2])
    x = g.node("ADD", [g.node("RELU", [x]), g.constant([0.5, -1.0, 2.0, 0.25])])
    g.outputs(g.node("MUL", [x, g.input([2, 5, 3, 4])]))


@graph_case()
def slice_and_tile_with_steps(m):
    g = m.subgraph()
    bounds = [g.constant(values, "int32") for values in ([0, 1, 2], [2, 3, 4])]
    x = g.node("SLICE", [g.input([2, 5, 7]), *bounds])
    x = g.node("TANH", [g.node("ADD", [x, g.constant([1.0, 2.0, 3.0, 4.0])])])
    x = g.node("TILE", [x, g.constant([2, 1, 3], "int32")])
    g.outputs(g.node("RELU", [x]))


@graph_case()
def outputs_of_a_split(m):
    """One output has several readers, one is a result, one is both, and one has no reader."""
    g = m.subgraph()
    read, result, both, _ = _split(g, g.input([4, 8]), 1, 4)
    g.outputs(result, g.node("ADD", [read, g.node("RELU", [read])]), both, g.node("MUL", [both, read]))


@graph_case()
def unpacked_and_packed(m):
    """Reverses the steps of a sequence by UNPACK and PACK."""
    g = m.subgraph()
    steps = _parts(g, "UNPACK", [g.input([2, 3, 4])], 3, num=3, axis=1)
    g.outputs(g.node("PACK", steps[::-1], valuesCount=3, axis=1))


@graph_case()
def parts_of_unequal_size(m):
    g = m.subgraph()
    operands = [g.constant([1, -1, 3], "int32"), g.constant(-1, "int32")]
    first, middle, last = _parts(g, "SPLIT_V", [g.input([3, 9]), *operands], 3, numSplits=3)
    x = g.node("CONCATENATION", [last, g.node("TANH", [middle]), first], axis=1)
    g.outputs(g.node("RESHAPE", [x, g.constant([9, 3], "int32")]))


@graph_case(on_cpu=(CPU_ONLY,), partitions=2)
def a_part_goes_to_the_cpu(m):
    g = m.subgraph()
    left, right = _split(g, g.node("RELU", [g.input([2, 6])]), 1, 2)
    g.outputs(g.node("ADD", [cpu_only(g, left, 2), right]))


@graph_case()
def integers_are_moved(m):
    g = m.subgraph()
    x = _transpose(g, g.input([3, 4, 5], "int64"), [2, 0, 1], dtype="int64")
    halves = _split(g, x, 2, 2, "int64")
    g.outputs(g.node("PACK", halves, dtype="int64", valuesCount=2, axis=0))
