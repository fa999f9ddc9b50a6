"""Small models for CompiledModel: each function returns a file's bytes."""

import functools

import numpy as np

from model_builder import ModelBuilder


def _conv(graph, x, channels, out, shape):
    random = np.random.default_rng(1)
    weights = graph.constant(random.normal(0, 1, (out, 3, 3, channels)).astype(np.float32))
    bias = graph.constant(random.normal(0, 1, out).astype(np.float32))
    return graph.node("CONV_2D", [x, weights, bias], shape, padding="SAME", strideW=1, strideH=1,
                      dilationWFactor=1, dilationHFactor=1)


def _one_graph(signature="main"):
    """Decorates a function that fills the only graph of a model, and makes it one that returns the file."""

    def decorate(fill):
        @functools.wraps(fill)
        def model():
            builder = ModelBuilder()
            fill(builder.subgraph())
            if signature is not None:
                builder.signature(signature, 0)
            return builder.serialize()

        return model

    return decorate


def two_signatures():
    """Two subgraphs: `double` and `square`."""
    builder = ModelBuilder()
    for index, (name, op) in enumerate((("double", "ADD"), ("square", "MUL"))):
        graph = builder.subgraph(name)
        x = graph.input([2, 300])
        graph.outputs(graph.node(op, [x, x], [2, 300]))
        builder.signature(name, index)
    return builder.serialize()


@_one_graph()
def open_dims(graph):
    """A convolution and a SOFTMAX of [-1, -1, 8, 4]."""
    x = graph.input([1, 1, 8, 4], signature=[-1, -1, 8, 4])
    y = _conv(graph, x, 4, 6, [1, 1, 8, 6])
    graph.outputs(graph.node("SOFTMAX", [y], [1, 1, 8, 6], beta=1.0))


@_one_graph(signature=None)
def without_signature(graph):
    x = graph.input([1, 5, 8, 4], name="x")
    graph.outputs(_conv(graph, x, 4, 4, [1, 5, 8, 4]))


@_one_graph()
def slow(graph):
    """A convolution of 1.4 G multiplications, which no driver here computes in a millisecond."""
    x = graph.input([1, 96, 96, 64], name="x")
    graph.outputs(_conv(graph, x, 64, 256, [1, 96, 96, 256]))


@_one_graph()
def int8(graph):
    """A convolution and an ADD of int8."""
    random = np.random.default_rng(1)
    parameters = {"scale": 0.02, "zero_point": 3}
    x = graph.input([1, 16, 16, 8], "int8", quantization=parameters)
    weights = graph.constant(random.integers(-127, 128, (8, 3, 3, 8)), "int8", quantization={"scale": [0.005] * 8, "zero_point": [0] * 8, "axis": 0})
    bias = graph.constant(random.integers(-2000, 2000, 8), "int32", quantization={"scale": [0.0001] * 8, "zero_point": [0] * 8, "axis": 0})
    y = graph.tensor([1, 16, 16, 8], "int8", quantization=parameters)
    graph.op("CONV_2D", [x, weights, bias], [y], version=3, padding="SAME", strideW=1, strideH=1, dilationWFactor=1, dilationHFactor=1)
    z = graph.tensor([1, 16, 16, 8], "int8", quantization={"scale": 0.03, "zero_point": -5})
    graph.op("ADD", [x, y], [z], version=2)
    graph.outputs(z)


@_one_graph()
def not_whole(graph):
    """An ADD, and a BUCKETIZE that litevk does not run on the GPU."""
    x = graph.input([4, 64])
    y = graph.node("ADD", [x, x], [4, 64])
    graph.outputs(graph.node("BUCKETIZE", [y], [4, 64], dtype="int32", boundaries=[-1.0, 0.0, 1.0]), y)


@_one_graph()
def results_without_input(graph):
    """Results that no input decides: the first by a constant, the second by dims; and one that an input decides."""
    x = graph.input([4, 64])
    constant = graph.node("RELU", [graph.constant(np.float32([-1, 0, 2]))], [3])
    shape = graph.node("SHAPE", [x], [2], dtype="int32", outType="INT32")
    graph.outputs(constant, shape, graph.node("ADD", [x, x], [4, 64]))


@_one_graph()
def only_a_shape(graph):
    x = graph.input([4, 64])
    graph.outputs(graph.node("SHAPE", [x], [2], dtype="int32", outType="INT32"))


@_one_graph()
def pad_outer_axis(graph):
    """PAD of rank 3 on the first axis, which LiteRT's own GPU accelerator gets wrong."""
    x = graph.input([2, 3, 5])
    paddings = graph.constant(np.int32([[1, 2], [0, 0], [0, 0]]), "int32")
    graph.outputs(graph.node("PAD", [x, paddings], [5, 3, 5]))


@_one_graph()
def large_sum(graph):
    """A SUM beyond 65504, float16's largest value."""
    x = graph.input([1, 300, 300])
    scaled = graph.node("MUL", [x, graph.constant(np.float32([1000]))], [1, 300, 300])
    graph.outputs(graph.node("SUM", [scaled, graph.constant(np.int32([1, 2]), "int32")], [1]))


@_one_graph()
def mul_of_two_ranks(graph):
    """A MUL whose operands differ in rank."""
    x = graph.input([2, 3, 4, 5])
    y = graph.input([4, 5])
    graph.outputs(graph.node("MUL", [x, y], [2, 3, 4, 5]))


MODELS = {
    "two_signatures": two_signatures,
    "open_dims": open_dims,
    "without_signature": without_signature,
    "slow": slow,
    "int8": int8,
    "not_whole": not_whole,
    "results_without_input": results_without_input,
    "only_a_shape": only_a_shape,
    "pad_outer_axis": pad_outer_axis,
    "large_sum": large_sum,
    "mul_of_two_ranks": mul_of_two_ranks,
}
