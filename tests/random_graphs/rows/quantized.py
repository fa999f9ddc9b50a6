"""Operators between quantized tensors and floats, and between quantized tensors of other scales or types."""

import numpy as np
from choice import BYTES, FLOAT, NotPossible
from graph import DEFAULT
from quantization import limits_of, per_channel, per_tensor, random_quantized, random_scale, random_zero_point
from row import Row
from rows.affine import Quantized, operand, scale_of, stretch

_MOST_VALUE = 100.0
_PACKED = ("int2", "int4")


def _quantize(c):
    """A QUANTIZE of floats with the same bits everywhere, since rounding jumps."""
    x = _exact_floats(c)
    dtype = c.one_type(BYTES)
    return c.node("QUANTIZE", [x], [dtype], quantization=per_tensor(_scale_for(c, x), random_zero_point(c.rng, dtype)))


def _exact_floats(c):
    """Exact floats for a QUANTIZE on the reference kernels. The default kernels multiply by a reciprocal, which rounds ties
    differently from a division."""
    if c.graph.resolver == DEFAULT:
        raise NotPossible
    return c.pick([FLOAT], range(1, 6), exact=True, low=-_MOST_VALUE, high=_MOST_VALUE)


def _scale_for(c, x):
    largest = max(np.abs(c.tensor(x).range()).max(), 0.01)
    return largest / 127 * stretch(c) if c.happens(0.8) else max(random_scale(c.rng), largest * 2.0**-20)


def _dequantize(c):
    """A DEQUANTIZE of float16 weights, or of a quantized tensor whose values are not too large to be compared. The default
    kernels round differently from the reference kernels."""
    if not c.happens(0.8 if c.is_quantized else 0.3) or c.graph.resolver == DEFAULT:
        return c.node("DEQUANTIZE", [c.constant(c.values(FLOAT, c.random_shape()), "float16")], [FLOAT])
    x = c.pick(BYTES, new=0.0, scaled=True, when=_is_small)
    return c.node("DEQUANTIZE", [x], [FLOAT])


def _is_small(tensor):
    zero_point = tensor.quantization["zero_point"]
    return max(abs(int(number) - zero_point) for number in tensor.range()) * tensor.quantization["scale"] <= _MOST_VALUE


def _requantize(c, signature):
    """A QUANTIZE from integers to others, or from floats to a scale for each slice or to int4, followed by a DEQUANTIZE."""
    sources, results = signature["inputs"][0]["types"], signature["outputs"][0]["types"]
    if FLOAT in sources:
        return _there_and_back(c, results)
    stated = signature["inputs"][0]
    x = operand(c, {**stated, "scaling": "per_tensor"} if stated["scaling"] == "unstated" else stated)
    dtype, source = c.one_of(results), c.tensor(x).dtype
    steps = (limits_of(source)[1] - limits_of(source)[0]) / (limits_of(dtype)[1] - limits_of(dtype)[0])
    scale = scale_of(c, x) * (1.0 if c.happens(0.3) else steps * stretch(c))
    is_symmetric = signature["outputs"][0]["scaling"] == "symmetric" or dtype == "int32"
    zero_point = 0 if is_symmetric else random_zero_point(c.rng, dtype)
    return c.node("QUANTIZE", [x], [dtype], quantization=per_tensor(scale, zero_point))


def _there_and_back(c, results):
    x = _exact_floats(c)
    dtype = c.one_of([dtype for dtype in results if dtype in ("int8", "uint8", "int4")])
    quantization = _slices(c, x, dtype)
    if dtype == "int4":
        quantization = per_tensor(16 * _scale_for(c, x), random_zero_point(c.rng, dtype))
    c.before.append(c.node("QUANTIZE", [x], [dtype], quantization=quantization))
    return c.node("DEQUANTIZE", [c.before[-1].outputs[0]], [FLOAT])


def _slices(c, x, dtype):
    axis = c.axis(x) % len(c.shape(x))
    scales = _scale_for(c, x) * 2 ** c.rng.uniform(-4, 4, c.shape(x)[axis])
    return per_channel(scales, axis, [random_zero_point(c.rng, dtype) for _ in scales])


def _dequantize_weights(c, signature):
    """A DEQUANTIZE of constants, which may be packed, with one scale or one for each slice."""
    dtypes = [dtype for dtype in signature["inputs"][0]["types"] if dtype in (*BYTES, *_PACKED)]
    if not dtypes:
        raise NotPossible
    dtype, shape = c.one_of(dtypes), c.random_shape(range(1, 5))
    low, high = limits_of(dtype)
    largest = _MOST_VALUE / (high - low) / 16
    axis = c.integer(0, len(shape) - 1)
    scales = largest * 2 ** c.rng.uniform(-8, 4, shape[axis])
    zero_points = [0 if dtype == "int16" else random_zero_point(c.rng, dtype) for _ in scales]
    quantization = per_channel(scales, axis, zero_points)
    if c.happens(0.3) or dtype == "int16":
        quantization = per_tensor(scales[0], zero_points[0])
    return c.node("DEQUANTIZE", [c.constant_of(random_quantized(c.rng, dtype, shape), quantization, dtype)], [FLOAT])


ROWS = (
    Row("QUANTIZE", _quantize, weight=0.5),
    Row("DEQUANTIZE", _dequantize, weight=0.6),
)
QUANTIZED = (
    Quantized("QUANTIZE", _requantize),
    Quantized("DEQUANTIZE", _dequantize_weights),
)
