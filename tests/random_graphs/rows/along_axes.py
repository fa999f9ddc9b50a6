"""Operators that combine values along some axes: reductions, running sums, indices of maxima, softmax."""

import growth
import numpy as np
from choice import BOOL, BYTES, FLOAT, INT, LONG, NUMBERS
from row import Row

# Most terms of a sum, so that the sum stays within the contract's bound in any order of its terms.
_MOST_TERMS = 256


def _has_no_nan(tensor):
    return not np.isnan(tensor.range()).any()


def _ordered(values, params):
    """True without a NaN: TFLite's result for a NaN among numbers depends on the count of values and on the sort."""
    return not np.isnan(values[0]).any()


def _reduction(op, dtypes, low=-(2**15), high=2**15, most=4096, **options):
    def choose(c):
        x = c.pick(dtypes, range(1, 7), low=low, high=high, when=lambda tensor: tensor.values[0].size <= most)
        axes = c.axes(x)
        return c.node(op, [x, c.sizes(axes)], [c.tensor(x).dtype], keepDims=c.happens(0.5))

    return Row(op, choose, **options)


def _place(op):
    def choose(c):
        x = c.pick((FLOAT, INT, LONG, *BYTES), range(1, 6), exact=True, when=_has_no_nan)
        dtype = c.one_of((INT, LONG))
        return c.node(op, [x, c.sizes(c.axis(x))], [dtype], outputType=dtype.upper())

    return Row(op, choose, is_defined=_ordered)


def _cumsum(c):
    x = c.pick(NUMBERS, range(1, 7), low=-(2**15), high=2**15)
    params = {"exclusive": c.happens(0.5), "reverse": c.happens(0.5)}
    return c.node("CUMSUM", [x, c.sizes(c.axis(x))], [c.tensor(x).dtype], **params)


def _topk(c):
    x = c.pick((FLOAT, INT, *BYTES), range(1, 5), exact=True, when=_has_no_nan)
    return c.node("TOPK_V2", [x, c.sizes(c.integer(1, c.shape(x)[-1]))], [c.tensor(x).dtype, INT])


# Values that leave the result of a window's function alone; False and 0 are no such value for ALL and MUL.
_NEUTRAL = {"ADD": 0, "MUL": 1, "ALL": True, "ANY": False}


def _window_sizes(c, dims):
    """Sizes and dilations of windows that fit into the dims."""
    sizes = [c.integer(1, min(3, dim)) for dim in dims]
    return sizes, [c.integer(1, 3) if (size - 1) * 3 < dim else 1 for size, dim in zip(sizes, dims)]


def _reduce_window(c):
    function = c.one_of(("ADD", "MUL", "MINIMUM", "MAXIMUM", "ALL", "ANY"))
    is_logic, limit = function in ("ALL", "ANY"), 3 if function == "MUL" else 2**15
    dtypes = (BOOL,) if is_logic else (FLOAT, INT, LONG, *BYTES)
    x = c.pick(dtypes, range(1, 5), low=-limit, high=limit, when=lambda t: t.dtype == BOOL or _has_no_nan(t))
    dims = c.shape(x)
    sizes, dilations = _window_sizes(c, dims)
    start = c.constant(_NEUTRAL.get(function, c.integer(0, 3)) if c.happens(0.6) else c.integer(0, 1), c.tensor(x).dtype)
    operands = [x, start, *(c.constant(values, LONG) for values in (sizes, [c.integer(1, 3) for _ in dims], dilations))]
    return c.node("REDUCE_WINDOW", operands, [c.tensor(x).dtype], reduceFunction=function)


def _window_growth(values, errors, results, params):
    """Growth of REDUCE_WINDOW: every term of a sum or a product has the input's error."""
    count = int(np.prod(values[2]))
    if params["reduceFunction"] == "ADD":
        return count * errors[0]
    if params["reduceFunction"] == "MUL":
        return growth.multiplied(count, values[0], errors[0])
    return errors[0]


def _windows_fit(values, params):
    """True if every dim has room for a window: TFLite's kernel divides by what is left, whatever its sign."""
    reach = (values[2] - 1) * values[4] + 1
    return not np.isnan(values[0].astype(np.float64)).any() and bool((np.array(values[0].shape) >= reach).all())


def _last_axis(op, params=lambda c: {}, **limits):
    return lambda c: c.node(op, [c.pick([FLOAT], range(1, 5), **limits)], [FLOAT], **params(c))


def _softmax_growth(values, errors, results, params):
    """Growth of SOFTMAX: the rows of its derivative add up to a half at most."""
    return 0.5 * params["beta"] * errors[0]


def _has_norms(tensor):
    """True if every row is far enough from zero to be divided by its norm."""
    squares = np.min([(values.astype(np.float64) ** 2).sum(axis=-1).min() for values in tensor.values])
    return bool(np.isfinite(tensor.range()).all() and squares > 0.1)


ROWS = (
    _reduction("SUM", (*NUMBERS,), most=_MOST_TERMS, growth=growth.sum_over_axes, weight=1.5),
    _reduction("MEAN", NUMBERS),
    _reduction("REDUCE_MAX", (*NUMBERS, BOOL, *BYTES), is_defined=_ordered),
    _reduction("REDUCE_MIN", (*NUMBERS, BOOL, *BYTES), is_defined=_ordered),
    _reduction("REDUCE_PROD", NUMBERS, -3, 3, 16, growth=growth.product_over_axes),
    _reduction("REDUCE_ANY", (BOOL,)),
    _reduction("REDUCE_ALL", (BOOL,)),
    _place("ARG_MAX"),
    _place("ARG_MIN"),
    Row("REDUCE_WINDOW", _reduce_window, _window_growth, is_defined=_windows_fit),
    Row("CUMSUM", _cumsum, growth.running_sum),
    Row("TOPK_V2", _topk, is_defined=_ordered, weight=0.5),
    Row("SOFTMAX", _last_axis("SOFTMAX", lambda c: {"beta": c.one_of([1.0, 0.5, 2.0])}), _softmax_growth),
    Row("LOG_SOFTMAX", _last_axis("LOG_SOFTMAX"), growth.slope(2.0)),
    Row("L2_NORMALIZATION", _last_axis("L2_NORMALIZATION", when=_has_norms), growth.normalized),
)
