"""Layers of layout_models.py: each adds an operator, or a few that belong together, behind a tensor."""

import numpy as np

from graph_builder import VALID, seeded

IMAGE, CHANNELS = (1, 6, 8, 4), 4


def ints(g, values):
    return g.constant(values, "int32")


def binary(name, **params):
    return lambda g, x: g.node(name, [x, g.constant(seeded(IMAGE, name, 0.5, 1.5))], **params)


def unary(name, **params):
    return lambda g, x: g.node(name, [x], **params)


def positive(name, *more):
    """Builds an operator with operands above 0; `more` are further operands."""
    def build(g, x):
        positive = g.node("ADD", [g.node("ABS", [x]), g.constant(np.float32(0.5))])
        return g.node(name, [positive, *(g.constant(np.float32(value)) for value in more)])

    return build


def transpose_conv(g, x):
    weights = g.constant(seeded((CHANNELS, 3, 3, CHANNELS), "weights"))
    return g.node("TRANSPOSE_CONV", [ints(g, [1, 12, 16, CHANNELS]), weights, x], [1, 12, 16, CHANNELS],
                  padding="SAME", strideH=2, strideW=2)


def split(g, x):
    parts = [g.tensor((1, 6, 8, 2)) for _ in range(2)]
    g.op("SPLIT", [ints(g, 3), x], parts, numSplits=2)
    return g.node("CONCATENATION", [parts[1], parts[0]], axis=3)


def slice(g, x):
    return g.node("STRIDED_SLICE", [x, ints(g, [0, 1, 0, 0]), ints(g, [1, 6, 8, 4]), ints(g, [1, 2, 3, 1])])


def mirror(g, x):
    return g.node("MIRROR_PAD", [x, ints(g, [[0, 0], [1, 2], [2, 1], [0, 0]])], mode="REFLECT")


def prelu(g, x):
    return g.node("PRELU", [x, g.constant(seeded((1, 1, CHANNELS), "slopes"))])


def quantized(g, x):
    scaled = g.tensor(IMAGE, "uint8", quantization={"scale": 0.05, "zero_point": 128})
    g.op("QUANTIZE", [x], [scaled])
    return g.node("DEQUANTIZE", [scaled])


def pixels(g, x):
    """A FULLY_CONNECTED over each pixel's channels."""
    weights, bias = g.constant(seeded((CHANNELS, CHANNELS), "weights")), g.constant(seeded((CHANNELS,), "bias"))
    return g.node("FULLY_CONNECTED", [x, weights, bias], IMAGE, keepNumDims=True, fusedActivationFunction="RELU")


def of_int8(g, x, name, dims, weight_dims, out_dims, **params):
    """A layer between QUANTIZE and DEQUANTIZE. Its scales avoid sums that are ties, which onnxruntime rounds differently."""
    scales = np.linspace(0.01013, 0.02017, CHANNELS)
    integers = np.round(seeded(weight_dims, "weights") * 60).astype(np.int8)
    weights = g.constant(integers, "int8", quantization={"scale": scales, "zero_point": [0] * CHANNELS, "axis": 0})
    bias = g.constant(np.arange(CHANNELS) * 40, "int32",
                      quantization={"scale": 0.05 * scales, "zero_point": [0] * CHANNELS, "axis": 0})
    image = g.tensor(dims, "int8", quantization={"scale": 0.05, "zero_point": 3})
    result = g.tensor(out_dims, "int8", quantization={"scale": 0.0617, "zero_point": -5})
    g.op("QUANTIZE", [x], [image])
    g.op(name, [image, weights, bias], [result], **params)
    return g.node("DEQUANTIZE", [result], out_dims)


def pixels_of_int8(g, x):
    return of_int8(g, x, "FULLY_CONNECTED", IMAGE, (CHANNELS, CHANNELS), IMAGE, keepNumDims=True)


BATCHES, OF_BATCHES = (4, 5, 6, CHANNELS), (4, 3, 4, CHANNELS)  # dims of the layer's input and output


def by_batches(layer):
    """A window dilated by two in the form of TFLite's converter: SPACE_TO_BATCH_ND and BATCH_TO_SPACE_ND around `layer`."""
    def build(g, x):
        block = ints(g, [2, 2])
        batches = g.node("SPACE_TO_BATCH_ND", [x, block, ints(g, [[2, 2], [2, 2]])], BATCHES)
        return g.node("BATCH_TO_SPACE_ND", [layer(g, batches), block, ints(g, [[0, 0], [0, 0]])], IMAGE)

    return build


def conv_by_batches(g, x):
    weights, bias = g.constant(seeded((CHANNELS, 3, 3, CHANNELS), "weights")), g.constant(seeded((CHANNELS,), "bias"))
    return g.node("CONV_2D", [x, weights, bias], OF_BATCHES, **VALID)


def conv_of_int8_by_batches(g, x):
    return of_int8(g, x, "CONV_2D", BATCHES, (CHANNELS, 3, 3, CHANNELS), OF_BATCHES, **VALID)


def rows_by_batches(is_high):
    """A dilated window over a row of pixels, in the converter's form of a Conv1D: the layer gets an inserted dim of 1."""
    def build(g, x):
        block, rows = ints(g, [2]), g.node("RESHAPE", [x, ints(g, [1, 48, CHANNELS])], [1, 48, CHANNELS])
        batches = g.node("SPACE_TO_BATCH_ND", [rows, block, ints(g, [[2, 2]])], [2, 26, CHANNELS])
        size = (3, 1) if is_high else (1, 3)
        image = g.node("EXPAND_DIMS", [batches, ints(g, 2 if is_high else 1)])
        weights = g.constant(seeded((CHANNELS, *size, CHANNELS), "weights"))
        layer = g.node("CONV_2D", [image, weights, g.constant(seeded((CHANNELS,), "bias"))], **VALID)
        pixels = g.node("RESHAPE", [layer, ints(g, [2, 24, CHANNELS])], [2, 24, CHANNELS])
        whole = g.node("BATCH_TO_SPACE_ND", [pixels, block, ints(g, [[0, 0]])], [1, 48, CHANNELS])
        return g.node("RESHAPE", [whole, ints(g, IMAGE)], IMAGE)

    return build


def layers_of_one_batch(g, x):
    """Two layers that read one SPACE_TO_BATCH_ND."""
    block = ints(g, [2, 2])
    batches = g.node("SPACE_TO_BATCH_ND", [x, block, ints(g, [[2, 2], [2, 2]])], BATCHES)
    layers = []
    for seed in "ab":
        weights, bias = g.constant(seeded((CHANNELS, 3, 3, CHANNELS), seed)), g.constant(seeded((CHANNELS,), seed))
        layer = g.node("CONV_2D", [batches, weights, bias], OF_BATCHES, **VALID)
        layers.append(g.node("BATCH_TO_SPACE_ND", [layer, block, ints(g, [[0, 0], [0, 0]])], IMAGE))
    return g.node("MUL", layers)


def updated(g, x):
    return g.node("DYNAMIC_UPDATE_SLICE", [x, g.node("SLICE", [x, ints(g, [0] * 4), ints(g, [1, 2, 3, 4])]), ints(g, [0, 3, 9, 0])])


def most(g, x):
    values, places = g.tensor((1, 6, 8, CHANNELS)), g.tensor((1, 6, 8, CHANNELS), "int32")
    g.op("TOPK_V2", [x, ints(g, CHANNELS)], [values, places])
    return values


def resize(name, **params):
    return lambda g, x: g.node(name, [x, ints(g, [9, 12])], **params)


def lower_rank(g, x):
    return g.node("MUL", [x, g.constant(seeded((CHANNELS,), "vector"))])
