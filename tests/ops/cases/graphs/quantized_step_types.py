"""Further nodes that are fused into layers of 8 bits: after layers of uint8, differences, products and scalar operands. Also
products of a tensor with its logistic function."""

import numpy as np

from graph_builder import graph_case, seeded
from graphs.quantized import int8_conv, quantized

SAME = {"int8": quantized(0.6, 9), "uint8": quantized(0.6, 137)}
RESULT = {"int8": quantized(0.31, -5), "uint8": quantized(0.31, 123)}
COMBINED = {"int8": quantized(0.52, 17), "uint8": quantized(0.52, 145)}
VERSIONS = {"ADD": 2, "SUB": 2, "MUL": 2, "DIV": 2, "MAXIMUM": 2, "MINIMUM": 2}
OPTIONS = {"ADD": {"fusedActivationFunction": "NONE", "potScaleInt16": True}, "SUB": {"fusedActivationFunction": "NONE", "potScaleInt16": True}}


def uint8_constants(g, shape, channels, seed):
    weights = g.constant(seeded(shape, f"{seed}_w", 0, 256, "uint8"), "uint8", quantization=quantized(2.0**-9, 119))
    scale = np.float32(SAME["uint8"]["scale"]) * np.float32(2.0**-9)
    return weights, g.constant(seeded((channels,), f"{seed}_b", -9000, 9000, "int32"), "int32", quantization=quantized(float(scale)))


def conv(g, x, dtype, outputs, inputs, seed):
    if dtype == "int8":
        return int8_conv(g, x, SAME["int8"], (outputs, 3, 3, inputs), seed, output=RESULT["int8"])[0]
    y = g.tensor((), "uint8", quantization=RESULT["uint8"])
    return g.op("CONV_2D", [x, *uint8_constants(g, (outputs, 3, 3, inputs), outputs, seed)], [y], 1, padding="SAME", strideH=1, strideW=1)


def combine(g, op, left, right, dtype, activation="NONE"):
    params = {**OPTIONS.get(op, {}), **({"fusedActivationFunction": activation} if activation != "NONE" else {})}
    return g.op(op, [left, right], [g.tensor((), dtype, quantization=COMBINED[dtype])], VERSIONS[op], **params)


def unary(g, op, x, dtype, output, version=1):
    return g.op(op, [x], [g.tensor((), dtype, quantization=output)], version)


def pairs(m, dtype):
    g = m.subgraph()
    x = g.input([2, 7, 5, 16], dtype, quantization=SAME[dtype])
    for op in ("ADD", "SUB", "MUL"):
        left, right = (conv(g, x, dtype, 16, 16, f"{op} {side}") for side in ("left", "right"))
        g.outputs(combine(g, op, left, x, dtype), unary(g, "HARD_SWISH", combine(g, op, x, right, dtype, "RELU6"), dtype, RESULT[dtype]))
    odd = conv(g, x, dtype, 12, 16, "odd")
    return g, x, odd


@graph_case()
def int8_differences_and_products_follow_layers(m):
    """The layer's result is the left operand or the right one, and a lookup table follows the second kind."""
    g, _, odd = pairs(m, "int8")
    g.outputs(combine(g, "SUB", odd, g.constant(seeded((2, 7, 5, 12), "known", -128, 128, "int8"), "int8", quantization=SAME["int8"]), "int8"))


@graph_case(resize=(([1, 3, 2, 16],),))
def uint8_layers_take_steps(m):
    """Sums, differences and products of uint8, and lookup tables between uint8 and int8."""
    g, x, odd = pairs(m, "uint8")
    g.outputs(unary(g, "LOGISTIC", unary(g, "QUANTIZE", odd, "int8", quantized(0.2, -7), 2), "int8", quantized(1 / 256, -128), 2))
    weights = uint8_constants(g, (1, 3, 3, 16), 16, "depthwise")
    y = g.tensor((), "uint8", quantization=RESULT["uint8"])
    g.op("DEPTHWISE_CONV_2D", [x, *weights], [y], 1, padding="SAME", strideH=1, strideW=1, depthMultiplier=1)
    g.outputs(combine(g, "ADD", y, x, "uint8", "RELU"))
    rows = g.tensor((), "uint8", quantization=RESULT["uint8"])
    g.op("FULLY_CONNECTED", [x, *uint8_constants(g, (8, 16), 8, "rows")], [rows], 4, keepNumDims=True)
    g.outputs(unary(g, "TANH", rows, "uint8", quantized(1 / 128, 128)))


@graph_case()
def int8_numbers_become_uint8_in_tables(m):
    """A QUANTIZE from int8 to uint8 is a lookup table, and the last fused step."""
    g = m.subgraph()
    x = g.input([1, 6, 4, 8], "int8", quantization=SAME["int8"])
    y = unary(g, "QUANTIZE", conv(g, x, "int8", 8, 8, "layer"), "uint8", quantized(0.29, 128), 2)
    g.outputs(unary(g, "RELU", y, "uint8", quantized(0.29, 128), 2))


@graph_case()
def int8_operands_that_are_known_numbers_make_tables(m):
    """Either operand may be the constant of one element, which may have any rank."""
    g = m.subgraph()
    x = g.input([1, 6, 4, 8], "int8", quantization=SAME["int8"])
    single = lambda value, rank: g.constant(np.full([1] * rank, value, np.int8), "int8", quantization=quantized(0.11, -3))
    for i, (op, rank) in enumerate((("ADD", 0), ("SUB", 4), ("MUL", 1), ("MAXIMUM", 4))):
        number = lambda: single(41 - i, rank)
        if op == "MAXIMUM":
            number = lambda: g.constant(np.full((1, 1, 1, 1), 3, np.int8), "int8", quantization=RESULT["int8"])
        output = RESULT if op == "MAXIMUM" else COMBINED
        for side in (0, 1):
            operands = [conv(g, x, "int8", 8, 8, f"{op} {side}"), number()]
            y = g.op(op, operands[::-1] if side else operands, [g.tensor((), "int8", quantization=output["int8"])], 2, **OPTIONS.get(op, {}))
            g.outputs(unary(g, "TANH", y, "int8", quantized(1 / 128), 2))


@graph_case()
def swish_of_bytes_is_a_table(m):
    """MUL of a tensor and its LOGISTIC, in either order, in int8 and uint8. The tensor is a layer's result or an input. In one
    case the LOGISTIC has another reader."""
    for dtype, zero in (("int8", -128), ("uint8", 0)):
        g = m.subgraph() if dtype == "int8" else g
        x = g.input([1, 6, 5, 8], dtype, quantization=SAME[dtype])
        for i, y in enumerate((conv(g, x, dtype, 8, 8, "swish"), x, conv(g, x, dtype, 8, 8, "other order"))):
            share = unary(g, "LOGISTIC", y, dtype, quantized(1 / 256, zero), 2 if dtype == "int8" else 1)
            g.outputs(combine(g, "MUL", *((y, share) if i else (share, y)), dtype, "RELU" if i == 2 else "NONE"))
        y = conv(g, x, dtype, 8, 8, "read twice")
        share = unary(g, "LOGISTIC", y, dtype, quantized(1 / 256, zero), 2 if dtype == "int8" else 1)
        g.outputs(combine(g, "MUL", y, share, dtype), share)


@graph_case()
def floats_follow_layers_of_bytes(m):
    """DEQUANTIZE after a layer, after the layer's steps, and before nodes of floats. Elementwise nodes fuse the DEQUANTIZE into
    their own dispatch."""
    for dtype in ("int8", "uint8"):
        g = m.subgraph() if dtype == "int8" else g
        x = g.input([1, 6, 5, 16], dtype, quantization=SAME[dtype])
        plain, added, looked_up, before_relu = (conv(g, x, dtype, size, 16, f"floats {size}") for size in (8, 16, 12, 4))
        looked_up = unary(g, "HARD_SWISH", looked_up, dtype, RESULT[dtype])
        for y in (plain, combine(g, "ADD", added, x, dtype), looked_up):
            g.outputs(g.node("DEQUANTIZE", [y]))
        g.outputs(g.node("TANH", [g.node("DEQUANTIZE", [before_relu])]))
        g.outputs(g.node("CONCATENATION", [g.node("DEQUANTIZE", [conv(g, x, dtype, 8, 16, side)]) for side in ("left", "right")], axis=3))
