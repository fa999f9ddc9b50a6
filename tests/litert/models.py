"""Small models for CompiledModel: each function returns a file's bytes."""

import numpy as np

from model_builder import ModelBuilder


def _conv(graph, x, channels, out, shape):
    random = np.random.default_rng(1)
    weights = graph.constant(random.normal(0, 1, (out, 3, 3, channels)).astype(np.float32))
    bias = graph.constant(random.normal(0, 1, out).astype(np.float32))
    return graph.node("CONV_2D", [x, weights, bias], shape, padding="SAME", strideW=1, strideH=1,
                      dilationWFactor=1, dilationHFactor=1)


def two_signatures():
    """Two subgraphs: `double` and `square`."""
    builder = ModelBuilder()
    for index, (name, op) in enumerate((("double", "ADD"), ("square", "MUL"))):
        graph = builder.subgraph(name)
        x = graph.input([2, 300])
        graph.outputs(graph.node(op, [x, x], [2, 300]))
        builder.signature(name, index)
    return builder.serialize()


def open_dims():
    """A convolution and a SOFTMAX of [-1, -1, 8, 4]."""
    builder = ModelBuilder()
    graph = builder.subgraph()
    x = graph.input([1, 1, 8, 4], signature=[-1, -1, 8, 4])
    y = _conv(graph, x, 4, 6, [1, 1, 8, 6])
    graph.outputs(graph.node("SOFTMAX", [y], [1, 1, 8, 6], beta=1.0))
    builder.signature("main", 0)
    return builder.serialize()


def without_signature():
    builder = ModelBuilder()
    graph = builder.subgraph()
    x = graph.input([1, 5, 8, 4], name="x")
    graph.outputs(_conv(graph, x, 4, 4, [1, 5, 8, 4]))
    return builder.serialize()


def slow():
    """A convolution of 1.4 G multiplications, which no driver here computes in a millisecond."""
    builder = ModelBuilder()
    graph = builder.subgraph()
    x = graph.input([1, 96, 96, 64], name="x")
    graph.outputs(_conv(graph, x, 64, 256, [1, 96, 96, 256]))
    builder.signature("main", 0)
    return builder.serialize()


def int8():
    """A convolution, an ADD and a pooling of int8."""
    random = np.random.default_rng(1)
    builder = ModelBuilder()
    graph = builder.subgraph()
    parameters = {"scale": 0.02, "zero_point": 3}
    x = graph.input([1, 16, 16, 8], "int8", quantization=parameters)
    weights = graph.constant(random.integers(-127, 128, (8, 3, 3, 8)), "int8", quantization={"scale": [0.005] * 8, "zero_point": [0] * 8, "axis": 0})
    bias = graph.constant(random.integers(-2000, 2000, 8), "int32", quantization={"scale": [0.0001] * 8, "zero_point": [0] * 8, "axis": 0})
    y = graph.tensor([1, 16, 16, 8], "int8", quantization=parameters)
    graph.op("CONV_2D", [x, weights, bias], [y], version=3, padding="SAME", strideW=1, strideH=1, dilationWFactor=1, dilationHFactor=1)
    z = graph.tensor([1, 16, 16, 8], "int8", quantization={"scale": 0.03, "zero_point": -5})
    graph.op("ADD", [x, y], [z], version=2)
    graph.outputs(z)
    builder.signature("main", 0)
    return builder.serialize()


def not_whole():
    """An ADD, and a BUCKETIZE that litevk does not run on the GPU."""
    builder = ModelBuilder()
    graph = builder.subgraph()
    x = graph.input([4, 64])
    y = graph.node("ADD", [x, x], [4, 64])
    graph.outputs(graph.node("BUCKETIZE", [y], [4, 64], dtype="int32", boundaries=[-1.0, 0.0, 1.0]), y)
    builder.signature("main", 0)
    return builder.serialize()


def pad_outer_axis():
    """PAD of rank 3 on the first axis, which LiteRT's own GPU accelerator gets wrong."""
    builder = ModelBuilder()
    graph = builder.subgraph()
    x = graph.input([2, 3, 5])
    paddings = graph.constant(np.int32([[1, 2], [0, 0], [0, 0]]), "int32")
    graph.outputs(graph.node("PAD", [x, paddings], [5, 3, 5]))
    builder.signature("main", 0)
    return builder.serialize()


def large_sum():
    """A SUM beyond 65504, float16's largest value."""
    builder = ModelBuilder()
    graph = builder.subgraph()
    x = graph.input([1, 300, 300])
    scaled = graph.node("MUL", [x, graph.constant(np.float32([1000]))], [1, 300, 300])
    graph.outputs(graph.node("SUM", [scaled, graph.constant(np.int32([1, 2]), "int32")], [1]))
    builder.signature("main", 0)
    return builder.serialize()


def mul_of_two_ranks():
    """A MUL whose operands differ in rank."""
    builder = ModelBuilder()
    graph = builder.subgraph()
    x = graph.input([2, 3, 4, 5])
    y = graph.input([4, 5])
    graph.outputs(graph.node("MUL", [x, y], [2, 3, 4, 5]))
    builder.signature("main", 0)
    return builder.serialize()


MODELS = {
    "two_signatures": two_signatures,
    "open_dims": open_dims,
    "without_signature": without_signature,
    "slow": slow,
    "int8": int8,
    "not_whole": not_whole,
    "pad_outer_axis": pad_outer_axis,
    "large_sum": large_sum,
    "mul_of_two_ranks": mul_of_two_ranks,
}
