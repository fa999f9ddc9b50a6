"""The numeric contract of the operator tests (README.md, "Tolerances")."""

import math

import numpy as np

BASE = 1e-5
EPSILON = 2.0**-23
SUM_FACTOR = 4.0

# Operators that only move, select or widen values: every bit must agree.
EXACT = {
    "CONCATENATION",
    "DENSIFY",
    "DEPTH_TO_SPACE",
    "DEQUANTIZE",
    "MAXIMUM",
    "MAX_POOL_2D",
    "MINIMUM",
    "PAD",
    "RELU",
    "RELU6",
    "RELU_N1_TO_1",
    "RESHAPE",
    "SPACE_TO_DEPTH",
    "STRIDED_SLICE",
}


def of_case(op, inputs, params):
    """(atol, rtol) for one operator on its input values (None where an input is absent)."""
    if op in EXACT:
        return 0.0, 0.0
    terms, scale = _sum(op, inputs, params)
    return max(BASE, SUM_FACTOR * EPSILON * math.sqrt(terms) * scale), BASE


def of_graph(operators, depth=None):
    """(atol, rtol) for a graph: the base once for every arithmetic node that a value passes through."""
    arithmetic = depth or sum(op not in EXACT for op in operators)
    return BASE * arithmetic, BASE * arithmetic


def _sum(op, inputs, params):
    """Number of products that one output adds up, and the largest magnitude of one."""
    if op in ("CONV_2D", "DEPTHWISE_CONV_2D"):
        return _filter_terms(op, inputs[1]), _largest(inputs[0]) * _largest(inputs[1])
    if op == "TRANSPOSE_CONV":
        return _filter_terms(op, inputs[1]), _largest(inputs[2]) * _largest(inputs[1])
    if op == "FULLY_CONNECTED":
        return inputs[1].shape[1], _largest(inputs[0]) * _largest(inputs[1])
    if op == "AVERAGE_POOL_2D":
        return params["filterHeight"] * params["filterWidth"], _largest(inputs[0])
    if op == "MEAN":
        axes = {axis % inputs[0].ndim for axis in np.ravel(inputs[1])}
        return math.prod(inputs[0].shape[axis] for axis in axes), _largest(inputs[0])
    return 0, 0.0


def _filter_terms(op, weights):
    channels = 1 if op == "DEPTHWISE_CONV_2D" else weights.shape[3]
    return weights.shape[1] * weights.shape[2] * channels


def _largest(values):
    return float(np.max(np.abs(values), initial=0.0))
