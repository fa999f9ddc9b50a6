"""The numeric contract of the operator tests (README.md, "Tolerances")."""

import math

import numpy as np

import winograd

BASE = 1e-5
SINGLE = 1e-6
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


def of_winograd(op, inputs, params):
    """The same for a convolution by Winograd's algorithm; None where that cannot be.

    It adds up one product for each input channel, and carries their errors to the output.
    """
    if op != "CONV_2D" or not winograd.applies(inputs[1], params):
        return None
    _, scale = _sum(op, inputs, params)
    error = SUM_FACTOR * EPSILON * math.sqrt(inputs[1].shape[3]) * scale
    return max(BASE, error * winograd.amplification()), BASE


# Kernels whose results are one rounded operation, or a comparison, away from their inputs.
SINGLE_OPERATION = set(
    "ADD CAST DIV FLOOR_DIV FLOOR_MOD LEAKY_RELU MUL PRELU RSQRT SQRT SQUARE SQUARED_DIFFERENCE SUB".split()
)


# Kernels that move, select, make or compare values, or change a sign.
EXACT_KERNELS = EXACT | set(
    "ABS ARG_MAX ARG_MIN BATCH_TO_SPACE_ND CEIL EMBEDDING_LOOKUP EXPAND_DIMS FILL FLOOR GATHER GATHER_ND "
    "HASHTABLE_LOOKUP MIRROR_PAD NEG ONE_HOT PACK PADV2 RANGE REDUCE_MAX REDUCE_MIN RESIZE_NEAREST_NEIGHBOR "
    "REVERSE_SEQUENCE REVERSE_V2 ROUND SELECT SELECT_V2 SIGN SLICE SPACE_TO_BATCH_ND SPARSE_TO_DENSE SPLIT "
    "SPLIT_V SQUEEZE TILE TOPK_V2 TRANSPOSE UNPACK ZEROS_LIKE".split()
)


def of_kernel(op, inputs, params):
    """(atol, rtol) for the reference kernel of one operator: docs/NUMERICS.md."""
    if op in EXACT_KERNELS:
        return 0.0, 0.0
    if op in SINGLE_OPERATION:
        return 0.0, SINGLE
    terms, scale = _sum(op, inputs, params)
    return max(SINGLE, SUM_FACTOR * EPSILON * math.sqrt(terms) * scale), BASE


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
        axes = {axis % inputs[0].ndim for axis in np.ravel(inputs[1]) if inputs[0].ndim > 0}
        return math.prod(inputs[0].shape[axis] for axis in axes), _largest(inputs[0])
    return 0, 0.0


def _filter_terms(op, weights):
    channels = 1 if op == "DEPTHWISE_CONV_2D" else weights.shape[3]
    return weights.shape[1] * weights.shape[2] * channels


def _largest(values):
    magnitudes = np.abs(np.asarray(values, dtype=np.float64))
    return float(np.max(magnitudes[np.isfinite(magnitudes)], initial=0.0))
