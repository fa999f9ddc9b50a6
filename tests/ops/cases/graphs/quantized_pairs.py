"""Operators of two quantized inputs that read parts of a tensor in place, and write parts of a joined one."""

import numpy as np

from graph_builder import graph_case

_ZERO_POINTS = {"int8": -3, "uint8": 120, "int16": 0}


def _combine_parts(m, dtype, channels):
    g = m.subgraph()

    def tensor(scale):
        return g.tensor((), dtype, quantization={"scale": scale, "zero_point": _ZERO_POINTS[dtype]})

    x = g.input([2, 3, 5, 2 * channels], dtype, quantization={"scale": 0.01, "zero_point": _ZERO_POINTS[dtype]})
    axis = g.constant(np.array(3, np.int32), "int32")
    halves = [tensor(0.01), tensor(0.01)]
    g.op("SPLIT", [axis, x], halves, 2, numSplits=2)
    product = g.op("MUL", halves, [tensor(0.02)], 4 if dtype == "int16" else 2)
    difference = g.op("SUB", halves, [tensor(0.02)], 5 if dtype == "int16" else 2, potScaleInt16=False)
    joined = g.op("CONCATENATION", [product, difference], [tensor(0.02)], 2, axis=3)
    most = g.op("MAXIMUM", [joined, x], [tensor(0.02)], 4)
    is_less = g.op("LESS", halves, [g.tensor((), "bool")], 3)
    g.outputs(joined, most, is_less)


@graph_case()
def int8_parts_of_whole_words(m):
    _combine_parts(m, "int8", 4)


@graph_case()
def uint8_parts_of_odd_rows(m):
    _combine_parts(m, "uint8", 3)


@graph_case()
def int16_parts_of_whole_words(m):
    _combine_parts(m, "int16", 6)
