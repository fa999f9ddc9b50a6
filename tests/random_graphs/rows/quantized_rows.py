"""Operators of quantized tensors that combine integers along axes or in windows, and operators that join tensors."""

import math

import numpy as np
from choice import NotPossible
from quantization import LARGEST_SCALE, LEAST_SCALE
from rows.affine import Quantized, new_operand, node, operand, scale_of, stretch
from rows.windows import pooling

_UNIT = {"int8": (2.0**-8, -128), "uint8": (2.0**-8, 0), "int16": (2.0**-15, 0)}
_LOGARITHM = {"int8": (2.0**-4, 127), "uint8": (2.0**-4, 255)}
_DIRECTION = {"int8": (2.0**-7, 0), "uint8": (2.0**-7, 128)}
_MOST_TERMS = 4096
_MOST_EXPONENTIALS = 511  # 512 equal 8-bit integers crash TFLite (docs/NUMERICS.md)


def _reduction(op, scale, most=_MOST_TERMS, near=None):
    """A reduction. `scale` computes the output's scale from the input's, the number of terms and a factor; None: the output has
    the input's parameters. New inputs have about the scale `near`. No operand is a constant, since the reference kernels copy
    constants over dims of 1.
    """

    def choose(c, signature):
        x = operand(c, signature["inputs"][0], range(1, 7), lambda tensor: tensor.values[0].size <= most, near, constants=0.0)
        axes = c.axes(x)
        terms = int(np.prod([c.shape(x)[axis] for axis in axes]))
        made, zero_point = (scale(scale_of(c, x), terms, stretch(c)), None) if scale else _parameters_of(c, x)
        return node(c, op, signature, [x, c.sizes(axes)], made, zero_point, keepDims=c.happens(0.5))

    return Quantized(op, choose)


def _of_products(scale, terms, factor):
    """The output's scale for products: each product is scaled by its root, which must not be far below the input's scale."""
    power = math.exp(min(terms * math.log(max(scale * 74, 1.0)), 600.0))  # ** refuses what a float cannot hold
    made = float(np.clip(power / 74 * factor, LEAST_SCALE, LARGEST_SCALE))
    if scale > 64 * made ** (1 / terms):
        raise NotPossible
    return made


def _parameters_of(c, x):
    known = c.tensor(x).quantization
    return known["scale"], known["zero_point"]


def _along_last(op, fixed, params=lambda c: {}, most=None):
    """A function of rows, whose results have a fixed scale and zero point for each pair of input and output types. `most` is
    the largest length of a row.
    """

    def choose(c, signature):
        x = operand(c, signature["inputs"][0], range(1, 5), lambda tensor: most is None or tensor.values[0].shape[-1] <= most)
        dtypes = signature["outputs"][0]["types"]
        dtype = c.tensor(x).dtype if c.tensor(x).dtype in dtypes else dtypes[0]
        scale, zero_point = fixed(c.tensor(x).dtype, dtype)
        return node(c, op, signature, [x], scale, zero_point, **params(c))

    return Quantized(op, choose)


def _beta(c):
    return {"beta": c.one_of([1.0, 0.5, 2.0])}


def _softmax(source, result):
    """Scale and zero point of SOFTMAX: int16 results of an 8-bit input begin at the lowest integer."""
    return (2.0**-16, -(2**15)) if result == "int16" and source != "int16" else _UNIT[result]


def _pool(op):
    def choose(c, signature):
        x = operand(c, signature["inputs"][0], [4])
        return node(c, op, signature, [x], *_parameters_of(c, x), **pooling(c, c.shape(x)))

    return Quantized(op, choose)


def _resize(op):
    def choose(c, signature):
        x = operand(c, signature["inputs"][0], [4], when=lambda tensor: tensor.values[0].size <= 1024)
        size = c.sizes([c.integer(1, 2 * dim + 1) for dim in c.shape(x)[1:3]])
        kind = c.one_of(({}, {"alignCorners": True}, {"halfPixelCenters": True}))
        return node(c, op, signature, [x, size], *_parameters_of(c, x), **kind)

    return Quantized(op, choose)


def _concatenation(c, signature):
    """A CONCATENATION of parts with different scales, if the signature takes these."""
    x = operand(c, signature["inputs"][0], range(1, 5))
    stated, shape, axis = signature["inputs"][-1], c.shape(x), c.axis(x)
    parts = [x]
    for _ in range(c.integer(1, 3)):
        other = list(shape)
        other[axis] = c.integer(1, 5)
        if stated["scaling"] == "like_input":
            parts.append(c.constant_like(x, tuple(other)))
        elif c.tensor(x).dtype in stated["types"]:
            parts.append(new_operand(c, stated, c.tensor(x).dtype, tuple(other), scale_of(c, x)))
        else:
            raise NotPossible
    scale, zero_point = _parameters_of(c, x) if c.happens(0.3) else (scale_of(c, x) * stretch(c), None)
    return node(c, "CONCATENATION", signature, parts, scale, zero_point, axis=axis, fusedActivationFunction="NONE")


QUANTIZED = (
    _reduction("MEAN", lambda scale, terms, factor: scale * factor),
    _reduction("SUM", lambda scale, terms, factor: scale * terms**0.5 * factor),
    _reduction("REDUCE_PROD", _of_products, most=64, near=0.25),
    _reduction("REDUCE_MAX", None),
    _reduction("REDUCE_MIN", None),
    _along_last("SOFTMAX", _softmax, _beta, _MOST_EXPONENTIALS),
    _along_last("LOG_SOFTMAX", lambda source, result: _LOGARITHM[result]),
    _along_last("L2_NORMALIZATION", lambda source, result: _DIRECTION[result]),
    _pool("AVERAGE_POOL_2D"),
    _pool("MAX_POOL_2D"),
    _resize("RESIZE_BILINEAR"),
    _resize("RESIZE_NEAREST_NEIGHBOR"),
    Quantized("CONCATENATION", _concatenation),
)
