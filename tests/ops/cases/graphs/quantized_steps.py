"""Sums, lookup tables and rescalings that are fused into layers of int8. Every integer equals the one that the nodes compute
without fusion."""

import numpy as np

from graph_builder import graph_case, seeded
from graphs.quantized import int8_conv, quantized

SAME = quantized(0.6, 9)


def layer(g, x, scaled, outputs, inputs, seed, kernel=3, **params):
    return int8_conv(g, x, scaled, (outputs, kernel, kernel, inputs), seed, output=quantized(0.31, -5), **params)


def depthwise(g, x, channels, seed, multiplier=1):
    scales = np.exp2(seeded((channels,), f"{seed}_s", -9, -6, "float64")).astype(np.float32).tolist()
    weights = g.constant(seeded((1, 3, 3, channels), f"{seed}_w", -128, 128, "int8"), "int8", quantization=quantized(scales, [0] * channels, 3))
    bias = g.constant(seeded((channels,), f"{seed}_b", -9000, 9000, "int32"), "int32", quantization=quantized([SAME["scale"] * s for s in scales], [0] * channels))
    params = {"padding": "SAME", "strideH": 1, "strideW": 1, "depthMultiplier": multiplier}
    return g.op("DEPTHWISE_CONV_2D", [x, weights, bias], [g.tensor((), "int8", quantization=quantized(0.31, -5))], 3, **params)


def fully_connected(g, x, inputs, outputs, seed):
    weights = g.constant(seeded((outputs, inputs), f"{seed}_w", -128, 128, "int8"), "int8", quantization=quantized(2.0**-9))
    return g.op("FULLY_CONNECTED", [x, weights, None], [g.tensor((), "int8", quantization=quantized(0.31, -5))], 4, keepNumDims=True)


def unary(g, op, x, output, version=1):
    return g.op(op, [x], [g.tensor((), "int8", quantization=output)], version)


def add(g, left, right, output=None, **params):
    params = {"fusedActivationFunction": "NONE", "potScaleInt16": True, **params}
    return g.op("ADD", [left, right], [g.tensor((), "int8", quantization=output or quantized(0.52, 17))], 2, **params)


def tables(g, x):
    """Appends a chain of three nodes that are lookup tables. Each reads the result before it."""
    y = unary(g, "HARD_SWISH", x, quantized(0.25, -40))
    y = unary(g, "QUANTIZE", y, quantized(0.11, 3), 2)
    return unary(g, "LOGISTIC", y, quantized(1 / 256, -128), 2)


@graph_case(resize=(([1, 3, 5, 16],),))
def int8_sums_follow_layers(m):
    """The layer's result is the left operand or the right one. The other one is an input or another layer's result."""
    g = m.subgraph()
    x = g.input([2, 9, 7, 16], "int8", quantization=SAME)
    for i, (outputs, activation) in enumerate(((16, "NONE"), (20, "RELU"), (16, "RELU_N1_TO_1"))):
        y, scaled = layer(g, x, SAME, outputs, 16, f"first {i}")
        z, _ = layer(g, y, scaled, outputs, outputs, f"second {i}", kernel=1)
        g.outputs(add(g, z, y, fusedActivationFunction=activation) if i else add(g, y, z))
    g.outputs(add(g, x, depthwise(g, x, 16, "depthwise")))


@graph_case()
def int8_operands_of_sums_are_parts(m):
    """Operands of sums are strided views of a wider tensor, of whole vectors of words and of others. The sums are joined."""
    g = m.subgraph()
    x = g.input([1, 7, 6, 40], "int8", quantization=SAME)
    x = unary(g, "RELU", x, SAME, 2)
    parts = [g.tensor((), "int8", quantization=SAME) for _ in range(3)]
    g.op("SPLIT_V", [x, g.constant([16, 4, 20], "int32"), g.constant(3, "int32")], parts, 2, numSplits=3)
    sums = [add(g, layer(g, x, SAME, size, 40, f"layer {size}")[0], part) for part, size in zip(parts, (16, 4, 20))]
    sums.append(add(g, fully_connected(g, x, 40, 16, "rows"), parts[0]))
    joined = g.op("CONCATENATION", sums, [g.tensor((), "int8", quantization=quantized(0.52, 17))], 3, axis=3)
    g.outputs(unary(g, "RELU", joined, quantized(0.52, 17), 2))


@graph_case()
def int8_tables_follow_layers(m):
    """A chain of tables becomes one table, after a sum too. A result with two readers stays in memory."""
    g = m.subgraph()
    x = g.input([1, 6, 11, 12], "int8", quantization=SAME)
    scaled = quantized(0.31, -5)
    y, _ = layer(g, x, SAME, 16, 12, "conv")
    g.outputs(tables(g, y))
    g.outputs(tables(g, depthwise(g, x, 12, "depthwise")), tables(g, depthwise(g, x, 24, "two of each", 2)))
    g.outputs(tables(g, fully_connected(g, x, 12, 8, "rows")))
    z, _ = layer(g, x, SAME, 12, 12, "summed")
    g.outputs(tables(g, add(g, z, x, scaled)))
    twice, _ = layer(g, x, SAME, 8, 12, "twice")
    g.outputs(unary(g, "TANH", twice, quantized(1 / 128), 2), unary(g, "HARD_SWISH", twice, scaled))


@graph_case()
def int8_results_of_broken_words_keep_their_steps_apart(m):
    """Results whose channels are no whole words are copied before their steps. Broadcast operands need their own dispatch."""
    g = m.subgraph()
    x = g.input([1, 5, 6, 7], "int8", quantization=SAME)
    row = g.input([1, 1, 1, 8], "int8", quantization=SAME)
    y, _ = layer(g, x, SAME, 7, 7, "seven")
    g.outputs(tables(g, add(g, y, x)))
    g.outputs(tables(g, fully_connected(g, x, 7, 6, "six")))
    z, _ = layer(g, x, SAME, 8, 7, "eight")
    g.outputs(add(g, z, row))


def product(g, left, right, output, **params):
    params = {"adjX": False, "adjY": False, "asymmetricQuantizeInputs": False, **params}
    return g.op("BATCH_MATMUL", [left, right], [g.tensor((), "int8", quantization=output)], 2, **params)


@graph_case()
def int8_products_of_matrices_have_steps(m):
    """Steps fused into BATCH_MATMUL: a scale as in attention, sums, tables and DEQUANTIZE. Columns are whole words or not."""
    g = m.subgraph()
    scaled = quantized(1.7, 11)
    scale = g.constant(np.array([77], np.int8), "int8", quantization=quantized(0.003, -4))
    for rows, columns, flips in ((21, 20, {}), (19, 23, {"adjY": True}), (5, 12, {}), (6, 7, {"adjX": True})):
        left = g.input([3, *((9, rows) if flips.get("adjX") else (rows, 9))], "int8", quantization=SAME)
        right = g.input([3, *((columns, 9) if flips.get("adjY") else (9, columns))], "int8", quantization=quantized(0.05, -31))
        y = product(g, left, right, scaled, **flips)
        y = g.op("MUL", [y, scale], [g.tensor((), "int8", quantization=quantized(0.2, 5))], 2, fusedActivationFunction="NONE")
        g.outputs(tables(g, y))
        other = g.input([3, rows, columns], "int8", quantization=SAME)
        z = add(g, other, product(g, left, right, scaled, **flips))
        g.outputs(unary(g, "LOGISTIC", z, quantized(1 / 256, -128), 2))
        g.outputs(g.op("DEQUANTIZE", [product(g, left, right, scaled, **flips)], [g.tensor((), "float32")], 2))


@graph_case()
def int8_numbers_in_front_of_results(m):
    """A constant scalar is the first operand of nodes after layers with two scales. Each scale needs a table of its own."""
    g = m.subgraph()
    x = g.input([2, 3, 5, 8], "int8", quantization=SAME)
    number = g.constant(np.int8(100).reshape(()), "int8", quantization=quantized(0.01))
    for op in ("ADD", "SUB", "MUL"):
        for scale in (0.05, 0.2):
            y, _ = int8_conv(g, x, SAME, (8, 1, 1, 8), f"{op} {scale}", output=quantized(scale, 3))
            z = g.tensor((), "int8", quantization=quantized(0.2, 1))
            g.outputs(g.op(op, [number, y], [z], 2, fusedActivationFunction="NONE"))


@graph_case()
def repeated_floats_become_numbers(m):
    """QUANTIZE of a computed value that FILL repeats: the FILL does not write floats in vectors of four."""
    g = m.subgraph()
    value = g.node("RESHAPE", [g.input([1]), g.constant(np.zeros(0), "int32")], [])
    for op in ("ABS", "RELU", None):
        y = g.node("FILL", [g.constant([3, 8], "int32"), value], [3, 8])
        y = g.node(op, [y], [3, 8]) if op else y
        g.outputs(g.op("QUANTIZE", [y], [g.tensor([3, 8], "int8", quantization=quantized(0.03125, 3))]))
