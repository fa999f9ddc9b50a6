"""Integer layers on the CPU whose results before rounding are close to ties, so that a wrong rounding shows."""

import zlib

import numpy as np
from graphs.quantized import quantized
from graph_builder import graph_case, seeded

_CHANNELS = 1500
_WINDOW = {"padding": "VALID", "strideH": 1, "strideW": 1}
_OUTPUT = {"int8": quantized(0.0521, -3), "uint8": quantized(0.0521, 125), "int16": quantized(0.0021)}
_SCALE = {"int8": 0.0375, "uint8": 0.0375, "int16": 0.00375}


def _parameters(seed, dtype, per_channel, wide):
    """Returns the scales of the weights, and the biases, which are the channels' sums."""
    rng = np.random.default_rng(zlib.crc32(seed.encode()))
    scale, output = _SCALE[dtype], _OUTPUT[dtype]
    exponents = rng.uniform(-29, 6, _CHANNELS) if per_channel else np.full(_CHANNELS, -9.3)
    scales = (np.exp2(exponents) * output["scale"] / scale).astype(np.float32)
    factors = np.float64(np.float32(scale)) * scales.astype(np.float64) / np.float64(np.float32(output["scale"]))
    limits = np.iinfo(dtype)
    integers = rng.integers(limits.min - 2, limits.max + 2, _CHANNELS) - output["zero_point"]
    sums = np.round((integers + rng.choice([0, 0.5, 0.25], _CHANNELS)) / factors) + rng.integers(-1, 2, _CHANNELS)
    most = 2**46 if wide else 2**31 - 1
    scales = scales if per_channel else scales[:1]
    return scales.tolist(), np.clip(sums, -most, most).astype("int64" if wide else "int32")


def _layer(g, op, x, dtype, weights_type, shape, wide=False, version=1, arrange=lambda x, w, b: [x, w, b], **params):
    """A layer whose only input value is zero and whose weights are 1, so that its sums are the bias."""
    per_channel = dtype != "uint8"
    scales, sums = _parameters(f"{op} {dtype} {wide}", dtype, per_channel, wide)
    axis = shape.index(_CHANNELS)
    weights = quantized(scales, [0] * len(scales) if per_channel else 7, axis)
    weights = g.constant(np.ones(shape, np.int64), weights_type, quantization=weights)
    scales = [float(np.float32(_SCALE[dtype]) * np.float32(scale)) for scale in scales]
    bias = g.constant(sums, sums.dtype.name, quantization=quantized(scales, [0] * len(scales)))
    y = g.tensor((), dtype, quantization=_OUTPUT[dtype])
    g.outputs(g.op(op, arrange(x, weights, bias), [y], version, **params))


@graph_case(
    runs_on="kernels",
    values={0: np.full((1, 1, 1, 1), 4, np.int8), 1: np.full((1, 1, 1, 1), 9, np.uint8), 2: np.zeros((1, 1, 1, 1), np.int16)},
)
def sums_of_layers_beside_halves(m):
    g = m.subgraph()
    x8 = g.input([1, 1, 1, 1], "int8", quantization=quantized(_SCALE["int8"], 4))
    u8 = g.input([1, 1, 1, 1], "uint8", quantization=quantized(_SCALE["uint8"], 9))
    x16 = g.input([1, 1, 1, 1], "int16", quantization=quantized(_SCALE["int16"]))
    outputs = g.constant([1, 1, 1, _CHANNELS], "int32")

    def transposed(x, weights, bias):
        return [outputs, weights, x, bias]

    conv, depthwise, units = (_CHANNELS, 1, 1, 1), (1, 1, 1, _CHANNELS), (_CHANNELS, 1)
    for x, dtype, weights, wide in ((x8, "int8", "int8", False), (u8, "uint8", "uint8", False), (x16, "int16", "int8", True)):
        _layer(g, "CONV_2D", x, dtype, weights, conv, wide, 3, **_WINDOW)
        _layer(g, "DEPTHWISE_CONV_2D", x, dtype, weights, depthwise, wide, 3, depthMultiplier=_CHANNELS, **_WINDOW)
        _layer(g, "TRANSPOSE_CONV", x, dtype, weights, conv, wide, 3, transposed, **_WINDOW)
        _layer(g, "FULLY_CONNECTED", x, dtype, weights, units, wide, 4)
    _layer(g, "CONV_2D", x16, "int16", "int8", conv, False, 8, quantizedBiasType="INT32", **_WINDOW)
    _layer(g, "TRANSPOSE_CONV", x16, "int16", "int8", conv, False, 5, transposed, quantizedBiasType="INT32", **_WINDOW)
    _layer(g, "FULLY_CONNECTED", x16, "int16", "int8", units, False, 11, quantizedBiasType="INT32")
    _layer(g, "FULLY_CONNECTED", x16, "int16", "int16", units, False, 7)


@graph_case()
def int8_layers_that_share_a_bias(m):
    """Two layers with different scales of sums share a bias. Each reads it in its own scale."""
    g = m.subgraph()
    bias = g.constant([1000, -2000, 500], "int32", quantization=quantized(0.0005))
    for name, scale, output in (("a", 0.05, 0.2), ("b", 0.5, 2.0)):
        x = g.input([2, 4], "int8", quantization=quantized(scale, 3))
        weights = g.constant(seeded((3, 4), f"shared {name}", -127, 128, "int8"), "int8", quantization=quantized(scale / 10))
        y = g.tensor((), "int8", quantization=quantized(output, 5))
        g.outputs(g.op("FULLY_CONNECTED", [x, weights, bias], [y], 4))
