"""Operators that compute each quantized integer from the integers at the same index, with the scales of their operands."""

import numpy as np
from choice import NotPossible
from graph import DEFAULT
from rows.affine import Quantized, beside, magnitude, node, operand, scale_of, stretch

_CLAMPS = ("NONE", "NONE", "RELU", "RELU6", "RELU_N1_TO_1")
# Fixed scales and zero points of an operator's results, keyed by type.
_UNIT = {"int8": (2.0**-8, -128), "uint8": (2.0**-8, 0), "int16": (2.0**-15, 0)}
_SIGNED_UNIT = {"int8": (2.0**-7, 0), "uint8": (2.0**-7, 128), "int16": (2.0**-15, 0)}


def same(c, scale):
    return scale * stretch(c)


def _unary(op, scale=same, params=lambda c: {}, is_positive=False, largest=np.inf, near=None, **options):
    """A function of one operand. `scale` computes the output's scale from the input's. `largest` is the largest magnitude of
    values that it takes. New inputs have about the scale `near`.
    """

    def choose(c, signature):
        stated = signature["inputs"][0]
        x = operand(c, stated, when=lambda t: _largest(t) <= largest, near=near, is_positive=is_positive)
        return node(c, op, signature, [x], scale(c, scale_of(c, x)), **params(c))

    return Quantized(op, choose, **options)


def _largest(tensor):
    return np.abs(np.float64(tensor.range()) - tensor.quantization["zero_point"]).max() * tensor.quantization["scale"]


def _to(op, fixed):
    """A function whose results have one scale and zero point."""

    def choose(c, signature):
        x = operand(c, signature["inputs"][0])
        dtype = signature["outputs"][0]["types"]
        scale, zero_point = fixed[c.tensor(x).dtype if c.tensor(x).dtype in dtype else dtype[0]]
        return node(c, op, signature, [x], scale, zero_point)

    return Quantized(op, choose)


def _alpha(c):
    return {"alpha": c.one_of([0.1, 0.3, 1.5, -0.5])}


def _approximate(c):
    return {"approximate": c.happens(0.5)}


def _binary(op, scale, fused=True, divides=False):
    """A function of two operands. `scale` computes the output's scale from the operands' scales and mean magnitudes."""

    def choose(c, signature):
        x = operand(c, signature["inputs"][0])
        y = x if c.happens(0.05) and not divides else _beside(c, signature, x)
        if divides and _has_zeros(c.tensor(y)):
            raise NotPossible
        made = scale(scale_of(c, x), scale_of(c, y), magnitude(c.tensor(x).dtype))
        if op in ("ADD", "SUB") and _is_shifted(c.tensor(x)) and _is_shifted(c.tensor(y)) and c.shape(x) != c.shape(y):
            raise NotPossible
        clamp = {"fusedActivationFunction": c.one_of(_CLAMPS)} if fused else {}
        return node(c, op, signature, [x, y], made * stretch(c), **clamp)

    return Quantized(op, choose)


def _beside(c, signature, x):
    """The second operand. Integers whose scales are not read are squared, since the reference kernel crashes on a broadcast."""
    return beside(c, signature, x) if signature["inputs"][0]["scaling"] != "unstated" else x


def _is_shifted(tensor):
    """True if the reference kernel may compute sums of the integers by shifts, which crash it on a broadcast."""
    return tensor.dtype == "int16" and tensor.quantization is not None and np.frexp(tensor.quantization["scale"])[0] == 0.5


def _has_zeros(tensor):
    """True if an integer represents 0, by which the reference kernel does not divide."""
    zero_point = 0 if tensor.quantization is None else tensor.quantization["zero_point"]
    return any((values == zero_point).any() for values in tensor.values)


def _compared(op):
    """Chooses scales below 1: the reference kernels crash on a scale of 1, and shift by negative counts for larger ones."""

    def choose(c, signature):
        x = operand(c, signature["inputs"][0])
        y = x if c.happens(0.05) else beside(c, signature, x)
        if max(scale_of(c, x), scale_of(c, y)) >= 1.0:
            raise NotPossible
        return c.node(op, [x, y], signature["outputs"][0]["types"][:1])

    return Quantized(op, choose)


def _prelu(c, signature):
    """A PRELU whose slopes are constants that broadcast with the dims after the batch."""
    x = operand(c, signature["inputs"][0], range(2, 5))
    y = beside(c, signature, x, near=2.0**-7)
    return node(c, "PRELU", signature, [x, y], scale_of(c, x) * stretch(c))


def _larger(x, y, magnitude):
    return max(x, y)


def _product(x, y, magnitude):
    return 3 * x * y * magnitude


def _quotient(x, y, magnitude):
    return x / y / magnitude


def _square(x, y, magnitude):
    return max(x, y) ** 2 * magnitude


QUANTIZED = (
    _unary("ABS"),
    _unary("NEG"),
    _unary("RELU"),
    _unary("RELU6"),
    _unary("RELU_N1_TO_1"),
    _unary("RELU_0_TO_1"),
    _unary("LEAKY_RELU", params=_alpha),
    _unary("HARD_SWISH", lambda c, scale: scale * 2 ** c.rng.uniform(-5, 3)),
    _unary("SQRT", lambda c, scale: scale**0.5 * stretch(c) / 10, is_positive=True),
    _unary("RSQRT", lambda c, scale: scale**-0.5 * stretch(c) / 200, is_positive=True),
    _unary("EXP", lambda c, scale: 2 ** c.rng.uniform(-9, 0), largest=40.0, near=2.0**-9),
    _unary("LOG", lambda c, scale: 2 ** c.rng.uniform(-9, 0)),
    _unary("GELU", params=_approximate),
    _unary("ELU", resolver=DEFAULT),
    _to("LOGISTIC", _UNIT),
    _to("TANH", _SIGNED_UNIT),
    _binary("ADD", _larger),
    _binary("SUB", _larger),
    _binary("MUL", _product),
    _binary("DIV", _quotient, divides=True),
    _binary("SQUARED_DIFFERENCE", _square, fused=False),
    _binary("MAXIMUM", _larger, fused=False),
    _binary("MINIMUM", _larger, fused=False),
    *(_compared(op) for op in ("EQUAL", "NOT_EQUAL", "GREATER", "GREATER_EQUAL", "LESS", "LESS_EQUAL")),
    Quantized("PRELU", _prelu),
)
