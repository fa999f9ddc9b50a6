"""Operators that compute each value from the values at the same index."""

import contextlib

import growth
import numpy as np
from choice import ANY, BOOL, BYTES, FLOAT, INT, LONG, NUMBERS, NotPossible
from row import Row

_SMALL = {"low": -(2**15), "high": 2**15}  # limits of values whose products fit 32 bits
_CLAMPS = ("NONE", "NONE", "RELU", "RELU6", "RELU_N1_TO_1")


def _unary(op, dtypes=(FLOAT,), exact=False, low=-np.inf, high=np.inf, ranks=range(7), **options):
    """A row with an operand in [low, high]. With `exact`, its bits must be the same everywhere, since the operator jumps."""

    def choose(c):
        x = c.pick(dtypes, ranks, exact, low, high)
        return c.node(op, [x], [c.tensor(x).dtype], **{name: value(c) for name, value in params.items()})

    params = options.pop("params", {})
    return Row(op, choose, **options)


def _binary(op, dtypes=(FLOAT,), result=None, exact=False, fused=False, limits=({}, {}), **options):
    """A row with two operands. `limits` has the limits of each operand's values. `result` is the type of the output if it is
    not the inputs'."""

    def choose(c):
        x, y = _operands(c, dtypes, exact, *(_bounded(c, limit) for limit in limits))
        pair = [y, x] if limits[1] == limits[0] and c.happens(0.3) else [x, y]
        dtype = c.tensor(x).dtype
        params = {"fusedActivationFunction": c.one_of(_CLAMPS)} if fused and dtype == FLOAT else {}
        return c.node(op, pair, [result or dtype], **params)

    return Row(op, choose, **options)


def _arithmetic(op, grows, function, **options):
    exactly = growth.rounds_never(function)
    return _binary(op, NUMBERS, fused=True, limits=(_SMALL, _SMALL), growth=grows, is_exact=exactly, **options)


def _alike(op, dtypes=(*NUMBERS, *BYTES), second=_SMALL, weight=0.4, **options):
    """A row with operands of one shape, since StableHLO's operators do not broadcast."""

    def choose(c):
        try:
            x, y = c.joined(dtypes, False, _SMALL, second)
        except NotPossible:
            x = c.pick(dtypes, **_SMALL)
            y = c.random_constant(c.tensor(x).dtype, c.shape(x), quantization=c.tensor(x).quantization, **second)
        return c.node(op, [x, y], [c.tensor(x).dtype])

    return Row(op, choose, weight=weight, **options)


def _operands(c, dtypes, exact, first, second):
    """Two tensors of a shape, one tensor twice, or a tensor with one that broadcasts to it."""
    if c.happens(0.5):
        with contextlib.suppress(NotPossible):
            return c.joined(dtypes, exact, first, second)
    x = c.pick(dtypes, range(7), exact, **first)
    return (x, x) if second == first and c.happens(0.05) else (x, c.beside(x, exact, **second))


def _bounded(c, limit):
    return limit(c) if callable(limit) else limit


def _divisor(c):
    """Limits for a divisor: one sign, and far from zero."""
    return c.one_of([{"low": 0.5, "high": 4.0}, {"low": -4.0, "high": -0.5}])


def _integer_divisor(c):
    return c.one_of([{"low": 1, "high": 5}, {"low": -5, "high": -1}])


def _prelu(c):
    x = c.pick([FLOAT], range(2, 5))
    shape = c.shape(x)[1:]
    alpha = c.random_constant(FLOAT, tuple(1 if c.happens(0.4) else dim for dim in shape), -1.0, 1.0)
    return c.node("PRELU", [x, alpha], [FLOAT])


def _select(c):
    """Three operands of one shape."""
    x = c.pick(ANY)
    shape = c.shape(x)
    try:
        condition = c.pick([BOOL], [len(shape)], new=0.0, when=lambda tensor: tensor.shape == shape)
    except NotPossible:
        condition = c.new_input(BOOL, shape)
    y = c.constant_like(x, shape)
    return c.node("SELECT", [condition, *c.rng.permutation([x, y]).tolist()], [c.tensor(x).dtype])


def _select_v2(c):
    x = c.pick(ANY)
    condition, y = c.beside(x, dtype=BOOL), c.beside(x)
    return c.node("SELECT_V2", [condition, *c.rng.permutation([x, y]).tolist()], [c.tensor(x).dtype])


def _add_n(c):
    x = c.pick((FLOAT, INT), **_SMALL)
    dtype, shape = c.tensor(x).dtype, c.shape(x)
    others = [c.random_constant(dtype, shape) for _ in range(c.integer(1, 2))]
    return c.node("ADD_N", [x, *others], [dtype])


def _cast(c):
    """A CAST to bool, or to integers from exact floats that the type can hold."""
    if c.happens(0.1):
        return _cast_there_and_back(c)
    dtype = c.one_type(ANY)
    low, high = _HOLDS.get(dtype, (-(2**30), 2**30))
    x = c.pick(ANY, exact=dtype != FLOAT, low=low, high=high)
    source = c.tensor(x).dtype
    if source == dtype:
        raise NotPossible
    return c.node("CAST", [x], [dtype], inDataType=source.upper(), outDataType=dtype.upper())


def _cast_there_and_back(c):
    """Casts to int4, which no other operator of a graph takes, and back. Values beyond int4 saturate."""
    x = c.pick([FLOAT], exact=True, low=-64.0, high=64.0)
    return c.node("CAST", [c.first("CAST", [x], "int4")], [FLOAT])


_HOLDS = {"int8": (-128, 127), "uint8": (0, 255), "int16": (-(2**15), 2**15 - 1)}


def _casts_exactly(values, results):
    return bool(np.array_equal(values[0].astype(np.float64), results[0].astype(np.float64)))


def _pow(c):
    x = c.pick([FLOAT], range(7), True, 0.25, 4.0, new=0.2)
    return c.node("POW", [x, c.beside(x, exact=True, low=-2.0, high=2.0)], [FLOAT])


_COMPARED = {"dtypes": (*NUMBERS, "int16"), "result": BOOL, "exact": True}
_EXACT_INTEGERS = {"limits": ({"low": -(2**30), "high": 2**30}, _integer_divisor)}

_DIV = _binary("DIV", fused=True, limits=({}, _divisor))
_INTEGER_DIV = _binary("DIV", (INT,), **_EXACT_INTEGERS)

ROWS = (
    _unary("ABS", (FLOAT, INT)),
    _unary("NEG", NUMBERS),
    _unary("RELU", weight=2),
    _unary("RELU6"),
    _unary("RELU_N1_TO_1"),
    _unary("RELU_0_TO_1"),
    _unary("LEAKY_RELU", params={"alpha": lambda c: c.one_of([0.1, 0.3, 1.5, -0.5])}, growth=growth.slope(1.5)),
    _unary("TANH"),
    _unary("LOGISTIC"),
    _unary("HARD_SWISH", growth=growth.slope(1.5)),
    _unary("ELU", weight=2),
    _unary("GELU", params={"approximate": lambda c: c.happens(0.5)}, growth=growth.slope(1.2)),
    _unary("EXP", low=-8.0, high=3.0, growth=growth.exponential),
    _unary("LOG", low=0.05, high=64.0, growth=growth.slope_of_input(lambda x: 1.1 / x.min())),
    _unary("SQRT", low=0.05, high=64.0, growth=growth.slope_of_input(lambda x: 0.6 / np.sqrt(x.min()))),
    _unary("RSQRT", low=0.05, high=64.0, growth=growth.slope_of_input(lambda x: 0.6 * x.min() ** -1.5)),
    _unary("SQUARE", low=-8.0, high=8.0, growth=growth.slope_of_input(lambda x: 2.1 * np.abs(x).max())),
    _unary("SIN"),
    _unary("COS"),
    _unary("FLOOR", exact=True),
    _unary("CEIL", exact=True, weight=2),
    _unary("ROUND", exact=True, weight=2),
    _unary("SIGN", exact=True),
    _unary("LOGICAL_NOT", (BOOL,)),
    _unary("ZEROS_LIKE", NUMBERS, weight=0.3),
    _arithmetic("ADD", growth.summed, np.add, weight=2),
    _arithmetic("SUB", growth.summed, np.subtract),
    _arithmetic("MUL", growth.product, np.multiply, weight=2),
    Row("DIV", lambda c: c.one_of((_DIV, _DIV, _INTEGER_DIV)).choose(c), growth.quotient),
    _binary("MAXIMUM", NUMBERS),
    _alike("STABLEHLO_ADD", growth=growth.summed, is_exact=growth.rounds_never(np.add)),
    _alike("STABLEHLO_MULTIPLY", growth=growth.product, is_exact=growth.rounds_never(np.multiply)),
    _alike("STABLEHLO_MAXIMUM"),
    _alike("STABLEHLO_MINIMUM"),
    # Only one graph in ten uses the kernels that have these operators, so their weights are larger.
    _alike("STABLEHLO_AND", (INT, LONG, BOOL, *BYTES), weight=2.0),
    _alike("STABLEHLO_SHIFT_LEFT", (INT, "int8", "int16"), {"low": 0, "high": 31}, weight=2.0),
    _binary("MINIMUM", NUMBERS),
    _binary("SQUARED_DIFFERENCE", (FLOAT, INT), limits=(_SMALL, _SMALL), growth=growth.squared_difference),
    _binary("FLOOR_DIV", (INT, "int8", "int16"), **_EXACT_INTEGERS),
    _binary("FLOOR_MOD", (INT, LONG, "int8", "int16"), **_EXACT_INTEGERS),
    _binary("EQUAL", (*NUMBERS, BOOL, "int16"), result=BOOL, exact=True),
    _binary("NOT_EQUAL", (*NUMBERS, BOOL), result=BOOL, exact=True),
    _binary("GREATER", **_COMPARED),
    _binary("GREATER_EQUAL", **_COMPARED),
    _binary("LESS", **_COMPARED),
    _binary("LESS_EQUAL", **_COMPARED),
    _binary("LOGICAL_AND", (BOOL,)),
    _binary("LOGICAL_OR", (BOOL,)),
    Row("PRELU", _prelu, growth.with_slopes),
    Row("SELECT", _select),
    Row("SELECT_V2", _select_v2),
    Row("ADD_N", _add_n, growth.summed),
    Row("CAST", _cast, is_exact=_casts_exactly, weight=3),
    Row("POW", _pow),
)
