"""Parameters and integers of quantized tensors: a value is scale * (integer - zero point)."""

import numpy as np

LEAST_SCALE, LARGEST_SCALE = 2.0**-20, 2.0**10
_PACKED = {"int2": (-2, 1), "int4": (-8, 7)}


def per_tensor(scale, zero_point=0):
    """Returns the parameters of one scale, clipped to the range of random tensors' scales."""
    return {"scale": float(np.float32(np.clip(scale, LEAST_SCALE, LARGEST_SCALE))), "zero_point": int(zero_point)}


def per_channel(scales, axis, zero_points=None):
    """Returns the parameters of a scale for each slice along the axis, with zero points of 0 unless they are given."""
    zero_points = [0] * len(scales) if zero_points is None else [int(zero_point) for zero_point in zero_points]
    return {"scale": [float(np.float32(scale)) for scale in scales], "zero_point": zero_points, "axis": axis}


def is_per_tensor(quantization):
    return quantization is not None and not isinstance(quantization["scale"], list)


def random_scale(rng):
    """Returns a scale that may be a power of two, for which some kernels have a faster path."""
    exponent = rng.uniform(np.log2(LEAST_SCALE), np.log2(LARGEST_SCALE))
    return 2.0 ** (np.round(exponent) if rng.random() < 0.15 else exponent)


def limits_of(dtype):
    """Returns the least and the greatest integer of a type, which may be packed."""
    if dtype in _PACKED:
        return _PACKED[dtype]
    return np.iinfo(dtype).min, np.iinfo(dtype).max


def stored(dtype):
    """Returns the type of arrays for a type, which may be packed."""
    return "int8" if dtype in _PACKED else dtype


def random_zero_point(rng, dtype):
    """Returns one of the type's ends, its middle, or any integer of it."""
    low, high = limits_of(dtype)
    return int(rng.choice([low, high, (low + high + 1) // 2, rng.integers(low, high)]))


def random_quantized(rng, dtype, shape, low=-np.inf, high=np.inf):
    """Returns integers of the type's range within `low` and `high`; packed ones in bytes."""
    limits = limits_of(dtype)
    low, high = int(max(low, limits[0])), int(min(high, limits[1]))
    return rng.integers(low, high, shape, dtype=stored(dtype), endpoint=True)
