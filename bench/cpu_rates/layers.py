"""Models of one layer each, of sizes that networks have, for each kind of work: sums, functions and other elements."""

import numpy as np

IN_INT8 = {"scale": 0.05, "zero_point": -3}
# Scales that the reference kernels prescribe for the outputs of some functions.
FIXED = {"SOFTMAX": (1 / 256, -128), "LOGISTIC": (1 / 256, -128), "TANH": (1 / 128, 0)}


class Layer:
    """Adds one layer to a graph, in float32 or int8."""

    def __init__(self, graph, is_int8):
        self.graph, self.is_int8 = graph, is_int8
        self.dtype = "int8" if is_int8 else "float32"
        self.random = np.random.default_rng(1)

    def input(self, shape):
        return self.graph.input(shape, self.dtype, quantization=IN_INT8 if self.is_int8 else None)

    def weights(self, shape, axis=0):
        if not self.is_int8:
            return self.graph.constant(self.random.normal(0, 0.1, shape).astype(np.float32))
        scales = {"scale": [0.01] * shape[axis], "zero_point": [0] * shape[axis], "axis": axis}
        return self.graph.constant(self.random.integers(-127, 128, shape), "int8", quantization=scales)

    def bias(self, count):
        if not self.is_int8:
            return self.graph.constant(np.zeros(count, np.float32))
        scales = {"scale": [0.05 * 0.01] * count, "zero_point": [0] * count, "axis": 0}
        return self.graph.constant(np.zeros(count, np.int32), "int32", quantization=scales)

    def node(self, op, inputs, shape, **params):
        scale, zero_point = FIXED.get(op, (0.05, -3))
        quantization = {"scale": scale, "zero_point": zero_point} if self.is_int8 else None
        output = self.graph.tensor(shape, self.dtype, quantization=quantization)
        self.graph.outputs(self.graph.op(op, inputs, [output], **params))


def conv(size, channels, outputs, kernel, stride=1):
    def add(layer):
        weights = layer.weights((outputs, kernel, kernel, channels))
        shape = (1, size // stride, size // stride, outputs)
        inputs = [layer.input((1, size, size, channels)), weights, layer.bias(outputs)]
        layer.node("CONV_2D", inputs, shape, padding="SAME", strideH=stride, strideW=stride, fusedActivationFunction="RELU6")

    return add


def depthwise(size, channels):
    def add(layer):
        inputs = [layer.input((1, size, size, channels)), layer.weights((1, 3, 3, channels), axis=3), layer.bias(channels)]
        layer.node("DEPTHWISE_CONV_2D", inputs, (1, size, size, channels), padding="SAME", strideH=1, strideW=1, depthMultiplier=1)

    return add


def fully_connected(rows, channels, outputs):
    def add(layer):
        inputs = [layer.input((rows, channels)), layer.weights((outputs, channels)), layer.bias(outputs)]
        layer.node("FULLY_CONNECTED", inputs, (rows, outputs))

    return add


def unary(op, shape, **params):
    def add(layer):
        layer.node(op, [layer.input(shape)], shape, **params)

    return add


def binary(op, shape):
    def add(layer):
        layer.node(op, [layer.input(shape), layer.input(shape)], shape)

    return add


def pool(op, size, channels):
    def add(layer):
        shape = (1, size // 2, size // 2, channels)
        window = {"filterHeight": 2, "filterWidth": 2, "strideH": 2, "strideW": 2, "padding": "VALID"}
        layer.node(op, [layer.input((1, size, size, channels))], shape, **window)

    return add


LAYERS = {
    "CONV_2D 1x1, 28x28, 256 to 256": conv(28, 256, 256, 1),
    "CONV_2D 1x1, 56x56, 24 to 144": conv(56, 24, 144, 1),
    "CONV_2D 1x1, 7x7, 960 to 160": conv(7, 960, 160, 1),
    "CONV_2D 3x3, 56x56, 64 to 64": conv(56, 64, 64, 3),
    "CONV_2D 3x3, 14x14, 256 to 256": conv(14, 256, 256, 3),
    "CONV_2D 3x3, 224x224, 3 to 32, stride 2": conv(224, 3, 32, 3, 2),
    "DEPTHWISE_CONV_2D 3x3, 56x56x128": depthwise(56, 128),
    "DEPTHWISE_CONV_2D 3x3, 14x14x512": depthwise(14, 512),
    "FULLY_CONNECTED 1x1024 to 1000": fully_connected(1, 1024, 1000),
    "FULLY_CONNECTED 128x256 to 1024": fully_connected(128, 256, 1024),
    "AVERAGE_POOL_2D 2x2, 56x56x128": pool("AVERAGE_POOL_2D", 56, 128),
    "SOFTMAX 512x128": unary("SOFTMAX", (512, 128), beta=1.0),
    "LOGISTIC 56x56x64": unary("LOGISTIC", (1, 56, 56, 64)),
    "TANH 56x56x64": unary("TANH", (1, 56, 56, 64)),
    "HARD_SWISH 56x56x64": unary("HARD_SWISH", (1, 56, 56, 64)),
    "ADD 56x56x64": binary("ADD", (1, 56, 56, 64)),
    "ADD 7x7x160": binary("ADD", (1, 7, 7, 160)),
    "ADD 1x16": binary("ADD", (1, 16)),  # all overhead
    "MUL 197x768": binary("MUL", (197, 768)),
    "RELU 112x112x64": unary("RELU", (1, 112, 112, 64)),
    "MAX_POOL_2D 2x2, 112x112x64": pool("MAX_POOL_2D", 112, 64),
}
# RELU of int8 is fused wherever converters write it.
ONLY_FLOATS = {"RELU 112x112x64"}


def names():
    """(name, is_int8) of each model."""
    floats = [(name, False) for name in LAYERS]
    return floats + [(name, True) for name in LAYERS if name not in ONLY_FLOATS]


def build(builder, name, is_int8):
    """Returns the model of a layer, as the bytes of a .tflite file."""
    LAYERS[name](Layer(builder.subgraph(), is_int8))
    return builder.serialize()
