"""The numeric contract (docs/NUMERICS.md): the bound of a result's difference from the golden, by its signature's numeric class.

The operators' records have the classes (NumericKind in runtime/opset/op_info.h) and the products of sums.
"""

import math

import numpy as np

import opset
import winograd

BASE = 1e-5
SINGLE = 1e-6
EPSILON = 2.0**-23
SUM_FACTOR = 4.0


def of_delegate(op, inputs, params, algorithm=None):
    """(atol, rtol) for one operator on a delegate, from its input values (None where an input is absent).

    If the case is made for an `algorithm`, the bound covers the errors of that algorithm's arithmetic.
    """
    # A TANH behind the exact sums of floats and integer weights is as any transcendental function.
    has_curve = params.get("fusedActivationFunction") == "TANH" and _types(inputs)[:1] == ["float32"]
    if _class_of(op, inputs) == "exact" and not has_curve:
        return 0.0, 0.0
    if algorithm is not None:
        assert algorithm == "winograd", f"no bound is known of the algorithm {algorithm}"
        return max(BASE, _winograd_error(op, inputs, params)), BASE
    return max(BASE, _sum_error(*_sum(op, inputs, params))), BASE


def of_kernel(op, inputs, params):
    """(atol, rtol) for the reference kernel of one operator."""
    if _class_of(op, inputs) == "exact":
        return 0.0, 0.0
    if _class_of(op, inputs) == "rounding":
        return 0.0, SINGLE
    return max(SINGLE, _sum_error(*_sum(op, inputs, params))), BASE


def of_graph(operators, depth=None):
    """(atol, rtol) for a graph: the base bound times the number of arithmetic nodes that a value passes through."""
    arithmetic = depth or sum(_class_of(op) != "exact" for op in operators)
    return BASE * arithmetic, BASE * arithmetic


def _winograd_error(op, inputs, params):
    """The bound of Winograd's algorithm, which adds up one product for each input channel and amplifies their errors."""
    assert op == "CONV_2D" and winograd.applies(inputs[1], params), "Winograd's algorithm cannot compute this"
    _, largest = _sum(op, inputs, params)
    return _sum_error(inputs[1].shape[3], largest) * winograd.amplification()


def _sum_error(terms, largest):
    return SUM_FACTOR * EPSILON * math.sqrt(terms) * largest


def _class_of(op, inputs=()):
    numerics = opset.numerics(op, _types(inputs))
    return None if numerics is None else numerics["class"]


def _sum(op, inputs, params):
    """Number of products that one output adds up, and the largest magnitude of one."""
    products = opset.numerics(op, _types(inputs)).get("products")
    if products is None:
        return 0, 0.0
    return _terms(products, inputs, params), math.prod(_largest(inputs[index]) for index in products["factors"])


def _types(inputs):
    return [None if values is None else np.asarray(values).dtype.name for values in inputs]


def _terms(products, inputs, params):
    if "options" in products:
        return math.prod(params[option] for option in products["options"])
    counted = inputs[products["counted_input"]]
    if "dims" in products:
        return math.prod(counted.shape[dim] for dim in products["dims"])
    axes = {axis % counted.ndim for axis in np.ravel(inputs[products["axes_input"]]) if counted.ndim > 0}
    return math.prod(counted.shape[axis] for axis in axes)


def _largest(values):
    magnitudes = np.abs(np.asarray(values, dtype=np.float64))
    return float(np.max(magnitudes[np.isfinite(magnitudes)], initial=0.0))
