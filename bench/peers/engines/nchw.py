"""The layout of engines that came from other frameworks: channels before height and width."""

import numpy as np


def from_nhwc(array):
    return np.ascontiguousarray(array.transpose(0, 3, 1, 2)) if array.ndim == 4 else array


def to_nhwc(array):
    return array.transpose(0, 2, 3, 1) if array.ndim == 4 else array
