"""Quantized models of streams, such as wake word detectors, which keep earlier rows in variables from run to run."""

import numpy as np
from graph_builder import graph_case, seeded
from graphs.quantized import int8_conv, quantized
from model_builder import ModelBuilder

SCALED = {"scale": 0.06, "zero_point": -5}
RUNS = 100
KEPT = 4
WIDTH = 6


def handle(g, name):
    return g.op("VAR_HANDLE", [], [g.tensor([1], "resource")], container="", sharedName=name)


def add_initial_values(m: ModelBuilder, values):
    """Adds a subgraph that assigns initial values to variables; `values` is keyed by the variable's name."""
    g = m.subgraph("initial")
    for name, integers in values.items():
        g.op("ASSIGN_VARIABLE", [handle(g, name), g.constant(integers, "int8", quantization=SCALED)], [])


def scaled(g, quantization=SCALED, dtype="int8"):
    return g.tensor((), dtype, quantization=quantization)


def read(g, variable, rows=KEPT, width=WIDTH):
    return g.op("READ_VARIABLE", [variable], [g.tensor([1, rows, 1, width], "int8", quantization=SCALED)])


def remembered(g, name, x, rows=KEPT, width=WIDTH):
    """Returns the rows that the variable keeps, followed by those of `x`. The last `rows` of these are kept in the variable."""
    variable = handle(g, name)
    both = g.op("CONCATENATION", [read(g, variable, rows, width), x], [scaled(g)], 2, axis=1)
    bounds = [g.constant(values, "int32") for values in ([0, -rows, 0, 0], [0, 0, 0, 0], [1, 1, 1, 1])]
    last = g.op("STRIDED_SLICE", [both, *bounds], [scaled(g)], 2, beginMask=13, endMask=15)
    g.op("ASSIGN_VARIABLE", [variable, last], [])
    return both


@graph_case(runs_on="kernels", resize=([[1, 3, 1, WIDTH]],) * (RUNS - 1))
def int8_streams_through_variables(m):
    g = m.subgraph()
    zeros = np.full((1, KEPT, 1, WIDTH), SCALED["zero_point"])
    add_initial_values(m, {"first": zeros, "second": zeros})
    x = g.input([1, 3, 1, WIDTH], "int8", quantization=SCALED)
    g.op("CALL_ONCE", [], [], initSubgraphIndex=1)
    window = {"strideH": 2, "strideW": 1, "padding": "VALID", "filterHeight": 3, "filterWidth": 1}
    averages = g.op("AVERAGE_POOL_2D", [remembered(g, "first", x)], [scaled(g)], 2, **window)
    sizes, axis = g.constant([2, 4], "int32"), g.constant(3, "int32")
    parts = [scaled(g), scaled(g)]
    g.op("SPLIT_V", [averages, sizes, axis], parts, 2, numSplits=2)
    turned = g.op("CONCATENATION", parts[::-1], [scaled(g)], 2, axis=3)
    heard = remembered(g, "second", turned)
    axes = g.constant([1, 2], "int32")
    mean = g.op("MEAN", [heard, axes], [scaled(g, {"scale": 0.05, "zero_point": 3})], 2)
    chances = g.op("SOFTMAX", [mean], [scaled(g, {"scale": 1 / 256, "zero_point": -128})], 2, beta=1.0)
    g.outputs(chances, heard)


@graph_case(runs_on="kernels", resize=([[1, 2, 1, 5]],) * (RUNS - 1))
def int8_convolutions_of_a_stream(m):
    """Convolutions over rows kept in variables, whose initial values all differ. One variable is read again once changed."""
    g = m.subgraph()
    add_initial_values(m, {"sound": np.arange(-20, 0).reshape(1, 4, 1, 5), "features": np.arange(40).reshape(1, 5, 1, 8) * 3 - 60})
    x = g.input([1, 2, 1, 5], "int8", quantization=SCALED)
    g.op("CALL_ONCE", [], [], initSubgraphIndex=1)
    features, _ = int8_conv(g, remembered(g, "sound", x, 4, 5), SCALED, (8, 5, 1, 5), "features", output=SCALED, padding="VALID")
    rows = remembered(g, "features", features, 5, 8)
    weights = g.constant(seeded((1, 6, 1, 8), "rows", -128, 128, "int8"), "int8", quantization=quantized([2**-9] * 8, [0] * 8, 3))
    bias = g.constant(seeded((8,), "bias", -900, 900, "int32"), "int32", quantization=quantized([SCALED["scale"] * 2**-9] * 8, [0] * 8))
    heard = g.op("DEPTHWISE_CONV_2D", [rows, weights, bias], [scaled(g)], 3, padding="VALID", strideH=1, strideW=1, depthMultiplier=1)
    axes = g.constant([1, 2], "int32")
    g.outputs(*(g.op("MEAN", [value, axes], [scaled(g)], 2) for value in (heard, read(g, handle(g, "features"), 5, 8))))
