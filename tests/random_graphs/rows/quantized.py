"""Operators that compute in integers by the scales of their operands, and those between integers and floats."""

import numpy as np
from choice import BYTES, FLOAT, NotPossible
from graph import REFERENCE
from quantization import per_channel, per_tensor, random_numbers, random_scale, random_zero_point
from row import Row
from signatures import integer_signatures

# The mean magnitude of random numbers of 8 bits, of which sums grow with the root of their count.
_MEAN = 74
# What of an output's range of 8 bits results fill for the most part.
_FILLED = 45
_MOST_VALUE = 100.0


def integer_operand(c, op, ranks):
    """A signature of the operator and a quantized tensor that it takes. Only the reference kernels round as ours do."""
    if c.graph.resolver != REFERENCE:
        raise NotPossible
    signature = c.one_of(integer_signatures(op))
    x = c.pick(signature["inputs"][0]["types"], ranks, new=0.15, scaled=True)
    return signature, x


def integer_image(c, op):
    """Such a signature and an image."""
    return integer_operand(c, op, [4])


def sums_of_products(c, op, signature, x, filter_shape, params):
    """A node that multiplies the tensor with random constants, which have a scale for each slice of outputs or one."""
    _, weights, bias = signature["inputs"]
    outputs = filter_shape[weights["axis"]]
    products = np.prod(filter_shape) / outputs
    count = outputs if c.happens(0.8) else 1
    middle = 2 ** c.rng.uniform(-12, 2)
    scales = middle * 2 ** c.rng.uniform(-1.5, 1.5, count)
    scale = c.tensor(x).quantization["scale"]
    filters = c.constant_of(random_numbers(c.rng, weights["types"][0], filter_shape), per_channel(scales, weights["axis"]))
    largest = int(3000 * products**0.5) if c.happens(0.9) else 2**29
    biases = c.rng.integers(-largest, largest, outputs).astype(bias["types"][0])
    biases = c.constant_of(biases, per_channel(scale * scales, 0))
    dtype = c.one_of(signature["outputs"][0]["types"])
    result = per_tensor(scale * middle * _MEAN**2 * products**0.5 / _FILLED * stretch(c), random_zero_point(c.rng, dtype))
    return c.node(op, [x, filters, biases], [dtype], quantization=result, **params)


def stretch(c):
    """A factor that keeps results inside of the range for the most part; far ones leave zeros or the range's ends."""
    return 2 ** c.rng.uniform(-1, 1) if c.happens(0.75) else 2 ** c.rng.uniform(-10, 10)


def _quantize(c):
    """Quantizes floats that are the same bits everywhere, since rounding jumps."""
    x = c.pick([FLOAT], range(1, 6), exact=True, low=-_MOST_VALUE, high=_MOST_VALUE)
    dtype = c.one_type(BYTES)
    largest = max(np.abs(c.tensor(x).range()).max(), 0.01)
    scale = largest / 127 * stretch(c) if c.happens(0.8) else max(random_scale(c.rng), largest * 2.0**-20)
    return c.node("QUANTIZE", [x], [dtype], quantization=per_tensor(scale, random_zero_point(c.rng, dtype)))


def _dequantize(c):
    """Dequantizes weights in 16 bits, or a quantized tensor whose values are not too large to be compared."""
    if not c.happens(0.8 if c.is_quantized else 0.3):
        return c.node("DEQUANTIZE", [c.constant(c.values(FLOAT, c.random_shape()), "float16")], [FLOAT])
    x = c.pick(BYTES, new=0.0, scaled=True, when=_is_small)
    return c.node("DEQUANTIZE", [x], [FLOAT])


def _is_small(tensor):
    zero_point = tensor.quantization["zero_point"]
    return max(abs(int(number) - zero_point) for number in tensor.range()) * tensor.quantization["scale"] <= _MOST_VALUE


ROWS = (
    Row("QUANTIZE", _quantize, weight=0.5),
    Row("DEQUANTIZE", _dequantize, weight=0.6),
)
