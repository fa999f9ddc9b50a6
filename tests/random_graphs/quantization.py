"""Parameters and numbers of quantized tensors: a value is scale * (number - zero point)."""

import numpy as np

LEAST_SCALE, LARGEST_SCALE = 2.0**-20, 2.0**10


def per_tensor(scale, zero_point=0):
    """Returns the parameters of one scale, which is kept within those of random tensors."""
    return {"scale": float(np.float32(np.clip(scale, LEAST_SCALE, LARGEST_SCALE))), "zero_point": int(zero_point)}


def per_channel(scales, axis):
    """Returns the parameters of a scale for each slice along the axis, with zero points of 0."""
    return {"scale": [float(np.float32(scale)) for scale in scales], "zero_point": [0] * len(scales), "axis": axis}


def random_scale(rng):
    return 2 ** rng.uniform(np.log2(LEAST_SCALE), np.log2(LARGEST_SCALE))


def random_zero_point(rng, dtype):
    """Returns one of the type's ends, its middle, or any number of it."""
    limits = np.iinfo(dtype)
    return int(rng.choice([limits.min, limits.max, (limits.min + limits.max + 1) // 2, rng.integers(limits.min, limits.max)]))


def random_numbers(rng, dtype, shape):
    """Returns numbers of all of the type's range."""
    limits = np.iinfo(dtype)
    return rng.integers(limits.min, limits.max, shape, dtype=dtype, endpoint=True)
