"""Operands and results of a signature in opset.json whose operands state their scales."""

import contextlib
import dataclasses
from typing import Callable

import numpy as np
from choice import MAX_ELEMENTS, NotPossible
from graph import REFERENCE
from quantization import is_per_tensor, limits_of, per_tensor, random_scale, random_zero_point
from signatures import BYTES

_STATING = ("per_tensor", "symmetric", "per_tensor_or_channel", "like_input", "fixed", "near_fixed", "near_power", "fixed_scale")
_FIXED = ("fixed", "near_fixed", "near_power")
_SILENT = ("unstated", "unread")


@dataclasses.dataclass(frozen=True)
class Quantized:
    """Makes nodes of an operator's signatures that state scales. `choose(choice, signature)` returns choice.node(...), or
    raises choice.NotPossible. `resolver` has the kernels that compute the values; the reference kernels round as litevk's do.
    """

    op: str
    choose: Callable
    resolver: str = REFERENCE


def anything(tensor):
    return True


def is_scaled(stated):
    """True if the operand is quantized in a graph: its signature says so, or has 8-bit types whose parameters it does not
    read."""
    return stated["scaling"] in _STATING or (stated["scaling"] in _SILENT and set(stated["types"]) <= set(BYTES))


def operand(c, stated, ranks=range(7), when=anything, near=None, dtypes=None, is_positive=False, new=0.25, constants=0.15):
    """An existing tensor, or a new input or constant. New ones have about the scale `near`. With `is_positive`, no integer is
    below the zero point. `constants` is the share of constants among new ones.
    """
    dtypes = [dtype for dtype in stated["types"] if dtypes is None or dtype in dtypes]
    if not dtypes:
        raise NotPossible

    def fits(tensor):
        return _agrees(tensor, stated) and when(tensor) and not (is_positive and _reaches_below_zero(tensor))

    if not c.happens(new):
        with contextlib.suppress(NotPossible):
            return c.pick(dtypes, ranks, new=0.0, scaled=is_scaled(stated), when=fits)
    made = new_operand(c, stated, c.one_of(dtypes), c.random_shape(ranks), near, is_positive, constants)
    if not when(c.tensor(made)):
        raise NotPossible
    return made


def new_operand(c, stated, dtype, shape, near=None, is_positive=False, constants=0.15):
    """An input of the graph; now and then, or if there are enough inputs, a constant."""
    quantization = parameters(c, stated, dtype, None if near is None else near * 2 ** c.rng.uniform(-3, 3))
    low = quantization["zero_point"] if is_positive else -np.inf
    make = c.random_constant if c.happens(constants) else c.new_input
    try:
        return make(dtype, shape, low, quantization=quantization)
    except NotPossible:
        if constants == 0.0:
            raise
        return c.random_constant(dtype, shape, low, quantization=quantization)


def _agrees(tensor, stated):
    if stated["scaling"] == "symmetric":
        return tensor.quantization["zero_point"] == 0
    if stated["scaling"] in _FIXED:
        return tensor.quantization == _fixed(stated)
    if stated["scaling"] == "fixed_scale":
        return tensor.quantization["scale"] == stated["scale"]
    return True


def _may_share(tensor, stated):
    return is_per_tensor(tensor.quantization) and _agrees(tensor, stated)


def _reaches_below_zero(tensor):
    return tensor.range()[0] < tensor.quantization["zero_point"]


def _fixed(stated):
    return per_tensor(stated["scale"], stated["zero_point"])


def parameters(c, stated, dtype, scale=None, zero_point=None):
    """Parameters that the operand takes, random ones if none are given; None if the operand is not quantized."""
    if stated["scaling"] in _FIXED:
        return _fixed(stated)
    if not is_scaled(stated):
        return None
    if stated["scaling"] == "fixed_scale":
        scale = stated["scale"]
    if stated["scaling"] == "symmetric" or dtype == "int32":
        zero_point = 0
    if zero_point is None:
        zero_point = random_zero_point(c.rng, dtype)
    return per_tensor(random_scale(c.rng) if scale is None else scale, zero_point)


def beside(c, signature, x, index=1, near=None):
    """A further operand whose dims broadcast with those of the first one."""
    stated, first = signature["inputs"][min(index, len(signature["inputs"]) - 1)], c.tensor(x)
    if stated["scaling"] == "like_input":
        return c.beside(x)
    same = first.dtype in stated["types"]
    dtype = first.dtype if same else c.one_of(stated["types"])

    def broadcasts(tensor):
        pairs = list(zip(reversed(tensor.shape), reversed(first.shape)))
        larger = max(np.prod(tensor.shape), np.prod(first.shape)) * np.prod([max(a, b) for a, b in pairs])
        return all(a == b or 1 in (a, b) for a, b in pairs) and larger <= MAX_ELEMENTS**2 / 16

    if c.happens(0.5):
        with contextlib.suppress(NotPossible):
            return operand(c, stated, when=broadcasts, dtypes=[dtype], new=0.0)
    known = c.shared(dtype, lambda tensor: is_scaled(stated) and _may_share(tensor, stated) and broadcasts(tensor))
    if known is not None:
        return known
    near = scale_of(c, x) if near is None else near
    quantization = parameters(c, stated, dtype, near * 2 ** c.rng.uniform(-4, 4))
    try:
        return c.fed_beside(dtype, first.shape, -np.inf, np.inf, quantization)
    except NotPossible:
        return c.random_constant(dtype, first.shape, quantization=quantization)


def scale_of(c, number):
    quantization = c.tensor(number).quantization
    return quantization["scale"] if is_per_tensor(quantization) else 1.0


def node(c, op, signature, inputs, scale=None, zero_point=None, like=0, **params):
    """The node with an output of the type of input `like`, if the signature allows that. The output's scale is about `scale`;
    a result without a scale gets none.
    """
    stated, first = signature["outputs"][0], c.tensor(inputs[like])
    keeps = first.dtype in stated["types"] and (stated.get("is_t") or c.happens(0.95))
    dtype = first.dtype if keeps else c.one_of(stated["types"])
    return c.node(op, inputs, [dtype], quantization=result(c, stated, dtype, inputs, scale, zero_point), **params)


def result(c, stated, dtype, inputs, scale=None, zero_point=None):
    if stated["scaling"] == "like_input":
        return c.tensor(inputs[stated["input"]]).quantization
    return parameters(c, stated, dtype, scale, zero_point)


def stretch(c):
    """A factor of the scale that keeps most results inside of the range; now and then one that leaves zeros or the ends."""
    return 2 ** c.rng.uniform(-1, 1) if c.happens(0.75) else 2 ** c.rng.uniform(-10, 10)


def magnitude(dtype):
    """The mean magnitude of random integers of the type; sums of them grow with the root of their count."""
    low, high = limits_of(dtype)
    return (high - low) * 0.29


def filled(dtype):
    """Width of the part of an output's range that most results fill."""
    low, high = limits_of(dtype)
    return (high - low) * 0.18
