"""Bounds of an output's error for errors of a node's inputs: the bound of each operator's derivative over the values.

A growth is a function of the input values (None for an absent one), their absolute errors, the output values and the
parameters. It returns an absolute error. Bounds use the largest magnitude, not each value, so that they hold whichever value
is compared.
"""

import numpy as np
from oracle import largest


def rounds_never(function):
    """A rule for Row.is_exact: true if the exact result of `function` is a float32. Correct rounding, which Vulkan requires of
    sums, differences and products, then changes nothing.
    """

    def rule(values, results):
        return np.array_equal(function(*(v.astype(np.float64) for v in values)), results[0])

    return rule


def moved(values, errors, results, params):
    """Growth of operators that move or select values, or apply functions of slope 1 at most."""
    return max(errors)


def summed(values, errors, results, params):
    """Growth of operators that add or subtract every input once."""
    return sum(errors)


def slope(factor):
    """Growth of a function whose slope is `factor` at most."""
    return lambda values, errors, results, params: factor * errors[0]


def slope_of_input(bound):
    """Growth of a function whose slope is at most `bound(values)` of its input's values."""
    return lambda values, errors, results, params: bound(values[0]) * errors[0]


def exponential(values, errors, results, params):
    return largest(results[0]) * np.expm1(errors[0])


def product(values, errors, results, params):
    a, b = (largest(v) for v in values[:2])
    return a * errors[1] + b * errors[0] + errors[0] * errors[1]


def quotient(values, errors, results, params):
    smallest = np.min(np.abs(values[1])) - errors[1]
    return (errors[0] + largest(results[0]) * errors[1]) / smallest


def squared_difference(values, errors, results, params):
    """Growth of SQUARED_DIFFERENCE: the difference changes by the sum of the errors."""
    error = sum(errors)
    return 2 * np.sqrt(largest(results[0])) * error + error**2


def with_slopes(values, errors, results, params):
    """Growth of PRELU, whose second input is the slope for negative values."""
    return max(1.0, largest(values[1])) * errors[0] + largest(values[0]) * errors[1]


def sum_over_axes(values, errors, results, params):
    return errors[0] * max(1, values[0].size // max(1, results[0].size))


def running_sum(values, errors, results, params):
    return errors[0] * max(values[0].shape)


def product_over_axes(values, errors, results, params):
    return multiplied(max(1, values[0].size // max(1, results[0].size)), values[0], errors[0])


def multiplied(count, values, error):
    """Returns the error of products of `count` of the values, each of which has the error."""
    return count * error * max(1.0, largest(values) + error) ** (count - 1)


def normalized(values, errors, results, params):
    """Growth of rows divided by their norms: the derivative's rows add up to (1 + sqrt(n)) / norm at most."""
    norm = np.sqrt((values[0].astype(np.float64) ** 2).sum(axis=-1)).min() - errors[0] * np.sqrt(values[0].shape[-1])
    return errors[0] * (1 + np.sqrt(values[0].shape[-1])) / norm


def weighted(output_axis, data=0, weights=1):
    """Growth of sums of products with exact weights: the sum of one output's weights. `output_axis` is an axis of the
    weights."""

    def growth(values, errors, results, params):
        magnitudes = np.abs(values[weights]).astype(np.float64)
        others = tuple(axis for axis in range(magnitudes.ndim) if axis != output_axis % magnitudes.ndim)
        return errors[data] * magnitudes.sum(axis=others).max()

    return growth


def tiled_matmul(values, errors, results, params):
    depth = values[0].shape[-2 if params.get("adjX") else -1]
    return depth * product(values, errors, results, params)
