"""Quantized models that keep what they have heard in variables from run to run, as wake words are found in a stream of sound."""

import numpy as np
from graph_builder import graph_case
from model_builder import ModelBuilder

SCALED = {"scale": 0.06, "zero_point": -5}
RUNS = 100
KEPT = 4
WIDTH = 6


def handle(g, name):
    return g.op("VAR_HANDLE", [], [g.tensor([1], "resource")], container="", sharedName=name)


def add_initial_values(m: ModelBuilder, names):
    """A subgraph that assigns zeros to the variables; each of KEPT rows."""
    g = m.subgraph("initial")
    zeros = g.constant(np.full((1, KEPT, 1, WIDTH), SCALED["zero_point"]), "int8", quantization=SCALED)
    for name in names:
        g.op("ASSIGN_VARIABLE", [handle(g, name), zeros], [])


def scaled(g, quantization=SCALED, dtype="int8"):
    return g.tensor((), dtype, quantization=quantization)


def remembered(g, name, x):
    """The rows that the variable keeps with those of `x` after them, of which the last ones are kept."""
    variable = handle(g, name)
    kept = g.op("READ_VARIABLE", [variable], [g.tensor([1, KEPT, 1, WIDTH], "int8", quantization=SCALED)])
    both = g.op("CONCATENATION", [kept, x], [scaled(g)], 2, axis=1)
    bounds = [g.constant(values, "int32") for values in ([0, -KEPT, 0, 0], [0, 0, 0, 0], [1, 1, 1, 1])]
    last = g.op("STRIDED_SLICE", [both, *bounds], [scaled(g)], 2, beginMask=13, endMask=15)
    g.op("ASSIGN_VARIABLE", [variable, last], [])
    return both


@graph_case(runs_on="kernels", resize=([[1, 3, 1, WIDTH]],) * (RUNS - 1))
def int8_streams_through_variables(m):
    g = m.subgraph()
    add_initial_values(m, ["first", "second"])
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
