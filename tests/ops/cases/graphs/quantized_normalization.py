"""Layer normalization of int8 as converters write it, which the GPU computes in one dispatch. Every result equals the one
that separate nodes give."""

from graph_builder import graph_case, seeded
from graphs.quantized import quantized

SAME = quantized(0.03, -5)
SHADER = "quantized_normalization"


def node(g, op, inputs, output, version=2, **params):
    return g.op(op, inputs, [g.tensor((), "int8", quantization=output)], version, **params)


def row_mean(g, x, rank, output):
    return node(g, "MEAN", [x, g.constant([rank - 1], "int32")], output, keepDims=True)


def negative(g, average):
    """Negates in float32, since NEG takes no int8."""
    floats = g.op("DEQUANTIZE", [average], [g.tensor(())], 2)
    return node(g, "QUANTIZE", [g.node("NEG", [floats])], quantized(0.002, 13), 1)


def constant(g, shape, seed, scaled):
    return g.constant(seeded(shape, seed, -128, 128, "int8"), "int8", quantization=scaled)


def normalization(g, x, rank, channels, form="add", operands=(), **params):
    """Builds a normalization and returns (result, mean). `form` says how the offset is applied. `operands` are the scale and
    the offset: a tensor, the name of a tensor that the normalization makes, or None for a constant.
    """
    swaps, operands = form == "swapped", operands or (None, None)
    made = {"mean": row_mean(g, x, rank, quantized(0.002, -14))}
    average = made["mean"]
    made["squares"] = node(g, "SQUARED_DIFFERENCE", [average, x] if swaps else [x, average], quantized(0.04, -128))
    made["variance"] = row_mean(g, made["squares"], rank, quantized(0.0123, -128))
    epsilon = g.constant(127, "int8", quantization=quantized(0.0000393, -128))
    made["spread"] = node(g, "ADD", [made["variance"], epsilon], quantized(0.0124, params.get("root_of", -128)))
    made["inverse"] = inverse = node(g, "RSQRT", [made["spread"]], quantized(0.0091, -128))
    scale = made.get(operands[0], operands[0])
    if scale is None:
        scale = constant(g, (channels,), f"{channels} s", quantized(0.0047, -128))
    made["factor"] = factor = node(g, "MUL", [scale, inverse] if swaps else [inverse, scale], quantized(0.0079, -128))
    made["scaled"] = scaled = node(g, "MUL", [factor, x] if swaps else [x, factor], quantized(0.038, -1))
    made["moved"] = moved = node(g, "MUL", [average if form == "sub" else negative(g, average), factor], quantized(0.0029, 8))
    offset = made.get(operands[1], operands[1])
    if offset is None:
        offset = constant(g, (channels,), f"{channels} o", quantized(0.00077, 1))
    if form == "sub":
        shift = node(g, "SUB", [offset, moved], quantized(0.0029, -8))
    else:
        shift = node(g, "ADD", [offset, moved] if swaps else [moved, offset], quantized(0.0029, 8))
    activation = params.get("fusedActivationFunction", "NONE")
    both = [shift, scaled] if swaps else [scaled, shift]
    return node(g, "ADD", both, quantized(0.0377, 2), fusedActivationFunction=activation), average


def rows(g, shape):
    return g.input(shape, "int8", quantization=SAME)


@graph_case(shader=SHADER, resize=([[3, 2, 20]], [[1, 1, 20]]))
def int8_normalization(m):
    g = m.subgraph()
    g.outputs(normalization(g, rows(g, [2, 7, 20]), 3, 20)[0])


@graph_case(shader=SHADER)
def int8_normalization_that_subtracts_the_mean(m):
    g = m.subgraph()
    g.outputs(normalization(g, rows(g, [1, 3, 5, 8]), 4, 8, "sub")[0])


@graph_case(shader=SHADER)
def int8_normalization_with_operands_swapped(m):
    g = m.subgraph()
    g.outputs(normalization(g, rows(g, [9, 12]), 2, 12, "swapped", fusedActivationFunction="RELU_N1_TO_1")[0])


@graph_case(shader=SHADER)
def int8_normalization_of_long_rows(m):
    g = m.subgraph()
    g.outputs(normalization(g, rows(g, [1, 2, 772]), 3, 772)[0])


@graph_case(shader=SHADER)
def int8_normalization_of_many_rows(m):
    g = m.subgraph()
    g.outputs(normalization(g, rows(g, [1, 1500, 8]), 3, 8)[0])


@graph_case(shader=SHADER)
def int8_normalization_of_numbers_that_a_run_computes(m):
    """Scale and offset are inputs of the model, and the values are parts of a tensor."""
    g = m.subgraph()
    x = node(g, "RELU", [rows(g, [2, 5, 40])], SAME)
    parts = [g.tensor((), "int8", quantization=SAME) for _ in range(3)]
    g.op("SPLIT_V", [x, g.constant([16, 16, 8], "int32"), g.constant(2, "int32")], parts, 2, numSplits=3)
    operands = (g.input([16], "int8", quantization=quantized(0.0047, -128)), g.input([1, 1, 16], "int8", quantization=quantized(0.00077, 1)))
    made = [normalization(g, part, 3, 16, operands=operands)[0] for part in parts[:2]]
    joined = [g.tensor((), "int8", quantization=quantized(0.0377, 2))]
    g.outputs(parts[2], g.op("CONCATENATION", made, joined, 3, axis=2))


@graph_case()
def int8_normalizations_that_are_nodes(m):
    """Normalizations that are not fused: rows of no whole words, a mean with another reader, and an offset for each row."""
    g = m.subgraph()
    g.outputs(normalization(g, rows(g, [2, 3, 10]), 3, 10)[0])
    result, average = normalization(g, rows(g, [2, 3, 8]), 3, 8)
    g.outputs(result, average)
    operands = (constant(g, (8,), "s", quantized(0.0047, -128)), constant(g, (2, 3, 8), "o", quantized(0.00077, 1)))
    g.outputs(normalization(g, rows(g, [2, 3, 8]), 3, 8, operands=operands)[0])
