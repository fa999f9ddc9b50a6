"""The numeric contract (docs/NUMERICS.md): how far a result may be from the golden, from its operator's numeric class.

numeric_classes.json has the class of every operator:
  exact           moves, selects, makes, compares or widens values, or changes a sign
  rounding        one rounded operation, or a comparison, away from its inputs
  transcendental  transcendental functions, and several operations in a row
  sum             sums of K products
"""

import json
import math
import pathlib

import numpy as np

import winograd

CLASSES = json.loads(pathlib.Path(__file__).with_name("numeric_classes.json").read_text())
BASE = 1e-5
SINGLE = 1e-6
EPSILON = 2.0**-23
SUM_FACTOR = 4.0


def of_delegate(op, inputs, params, algorithm=None):
    """(atol, rtol) for one operator on a delegate, from its input values (None where an input is absent).

    `algorithm` is the one that the case is made for: it may be computed by it, with the errors of its arithmetic.
    """
    if CLASSES[op] == "exact":
        return 0.0, 0.0
    if algorithm is not None:
        assert algorithm == "winograd", f"no bound is known of the algorithm {algorithm}"
        return max(BASE, _winograd_error(op, inputs, params)), BASE
    return max(BASE, _sum_error(*_sum(op, inputs, params))), BASE


def of_kernel(op, inputs, params):
    """(atol, rtol) for the reference kernel of one operator."""
    if CLASSES[op] == "exact":
        return 0.0, 0.0
    if CLASSES[op] == "rounding":
        return 0.0, SINGLE
    return max(SINGLE, _sum_error(*_sum(op, inputs, params))), BASE


def of_graph(operators, depth=None):
    """(atol, rtol) for a graph: the base once for every arithmetic node that a value passes through."""
    arithmetic = depth or sum(CLASSES.get(op) != "exact" for op in operators)
    return BASE * arithmetic, BASE * arithmetic


def _winograd_error(op, inputs, params):
    """It adds up one product for each input channel, and carries their errors to the output."""
    assert op == "CONV_2D" and winograd.applies(inputs[1], params), "Winograd's algorithm cannot compute this"
    _, largest = _sum(op, inputs, params)
    return _sum_error(inputs[1].shape[3], largest) * winograd.amplification()


def _sum_error(terms, largest):
    return SUM_FACTOR * EPSILON * math.sqrt(terms) * largest


def _sum(op, inputs, params):
    """Number of products that one output adds up, and the largest magnitude of one."""
    if CLASSES[op] != "sum":
        return 0, 0.0
    if op in ("CONV_2D", "DEPTHWISE_CONV_2D"):
        return _filter_terms(op, inputs[1]), _largest(inputs[0]) * _largest(inputs[1])
    if op == "TRANSPOSE_CONV":
        return _filter_terms(op, inputs[1]), _largest(inputs[2]) * _largest(inputs[1])
    if op == "FULLY_CONNECTED":
        return inputs[1].shape[1], _largest(inputs[0]) * _largest(inputs[1])
    if op == "AVERAGE_POOL_2D":
        return params["filterHeight"] * params["filterWidth"], _largest(inputs[0])
    assert op == "MEAN", f"{op} is a sum of nothing known"
    axes = {axis % inputs[0].ndim for axis in np.ravel(inputs[1]) if inputs[0].ndim > 0}
    return math.prod(inputs[0].shape[axis] for axis in axes), _largest(inputs[0])


def _filter_terms(op, weights):
    channels = 1 if op == "DEPTHWISE_CONV_2D" else weights.shape[3]
    return weights.shape[1] * weights.shape[2] * channels


def _largest(values):
    magnitudes = np.abs(np.asarray(values, dtype=np.float64))
    return float(np.max(magnitudes[np.isfinite(magnitudes)], initial=0.0))
