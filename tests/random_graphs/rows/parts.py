"""Operators that choose values, split tensors, join them, or make them."""

from choice import ANY, BOOL, BYTES, FLOAT, INT, LONG, NotPossible
from row import Row

_MOST_CLASSES = 9


def _gather(c):
    """A GATHER whose indices are constants, or a tensor of integers that are small enough."""
    x = c.pick(ANY, range(1, 5))
    axis = c.axis(x)
    dim = c.shape(x)[axis]
    dtype = c.one_of((INT, LONG, "int16"))
    if dtype == "int16" or c.happens(0.5):
        indices = c.random_constant(dtype, c.random_shape(range(0, 3)), 0, dim - 1)
    else:
        indices = c.pick([dtype], range(0, 3), low=0, high=dim - 1, new=0.5)
    return c.node("GATHER", [x, indices], [c.tensor(x).dtype], axis=axis)


def _gather_nd(c):
    x = c.pick(ANY, range(1, 5))
    shape = c.shape(x)
    depth = c.integer(1, len(shape))
    indices = [[c.integer(0, dim - 1) for dim in shape[:depth]] for _ in range(c.integer(1, 5))]
    return c.node("GATHER_ND", [x, c.sizes(indices)], [c.tensor(x).dtype])


def _embedding_lookup(c):
    x = c.pick((FLOAT, INT, *BYTES), range(2, 5))
    rows = c.random_constant(INT, (c.integer(1, 6),), 0, c.shape(x)[0] - 1)
    return c.node("EMBEDDING_LOOKUP", [rows, x], [c.tensor(x).dtype])


def _concatenation(c):
    x = c.pick(ANY, range(1, 7))
    dtype, shape, axis = c.tensor(x).dtype, c.shape(x), c.axis(x)

    def joins(tensor):
        return all(a == b or position == axis % len(shape) for position, (a, b) in enumerate(zip(tensor.shape, shape)))

    parts = [x]
    for _ in range(c.integer(1, 3)):
        try:
            parts.append(c.pick_like(x, [len(shape)], joins))
        except NotPossible:
            other = list(shape)
            other[axis] = c.integer(1, 5)
            parts.append(c.constant_like(x, tuple(other)))
    return c.node("CONCATENATION", parts, [dtype], axis=axis, fusedActivationFunction="NONE")


def _like(c, x):
    shape = c.shape(x)
    if c.happens(0.5):
        return c.pick_like(x, [len(shape)], lambda tensor: tensor.shape == shape)
    return c.constant_like(x, shape)


def _pack(c):
    x = c.pick((FLOAT, INT, LONG, *BYTES), range(0, 6))
    others = [_like(c, x) for _ in range(c.integer(0, 3))]
    rank = len(c.shape(x))
    axis = c.integer(-rank - 1, rank)
    return c.node("PACK", [x, *others], [c.tensor(x).dtype], axis=axis, valuesCount=1 + len(others))


def _along(c, most, dtypes):
    """A tensor and one of its axes with 2 to `most` values."""
    x = c.pick(dtypes, range(1, 7), when=lambda tensor: any(1 < dim <= most for dim in tensor.shape))
    return x, c.one_of([axis for axis, dim in enumerate(c.shape(x)) if 1 < dim <= most])


def _unpack(c):
    x, axis = _along(c, 5, (FLOAT, INT, BOOL, *BYTES))
    count = c.shape(x)[axis]
    return c.node("UNPACK", [x], [c.tensor(x).dtype] * count, num=count, axis=axis)


def _split(c):
    x, axis = _along(c, 16, (FLOAT, INT, *BYTES))
    dim = c.shape(x)[axis]
    count = c.one_of([n for n in (2, 3, 4, dim) if dim % n == 0 and n <= 6] or [1])
    return c.node("SPLIT", [c.sizes(axis), x], [c.tensor(x).dtype] * count, numSplits=count)


def _split_v(c):
    x, axis = _along(c, 40, (FLOAT, INT, LONG, *BYTES))
    dim = c.shape(x)[axis]
    first = c.integer(1, dim - 1)
    sizes = [first, dim - first] if c.happens(0.7) else [first, -1]
    return c.node("SPLIT_V", [x, c.sizes(sizes), c.sizes(axis)], [c.tensor(x).dtype] * 2, numSplits=2)


def _fill(c):
    """A FILL of a constant shape, or of another tensor's shape."""
    dtype = c.one_type(ANY)
    if c.happens(0.5):
        value = c.pick(ANY, [0], new=0.0)
    else:
        value = c.random_constant(dtype, (), quantization=c.parameters(dtype))
    if c.happens(0.5):
        shape = c.sizes(c.random_shape(range(1, 5)))
    else:
        shape = c.first("SHAPE", [c.pick(ANY, range(1, 7), new=0.0)], INT, outType="INT32")
    return c.node("FILL", [shape, value], [c.tensor(value).dtype])


def _one_hot(c):
    x = c.pick((INT, LONG), range(0, 4), low=-_MOST_CLASSES, high=_MOST_CLASSES)
    dtype = c.one_type(ANY)
    quantization = c.parameters(dtype)
    ends = [c.random_constant(dtype, (), quantization=quantization) for _ in range(2)]
    return c.node("ONE_HOT", [x, c.sizes(c.integer(1, _MOST_CLASSES)), *ends], [dtype], axis=-1)


def _shape(c):
    dtype = c.one_of((INT, LONG))
    return c.node("SHAPE", [c.pick(ANY, range(1, 7))], [dtype], outType=dtype.upper())


def _rank(c):
    return c.node("RANK", [c.pick(ANY, range(1, 7))], [INT])


def _range(c):
    start, step = c.integer(-5, 5), c.one_of((-2, -1, 1, 2, 3))
    ends = [c.sizes(v) for v in (start, start + step * c.integer(1, 12), step)]
    return c.node("RANGE", ends, [INT])


ROWS = (
    Row("GATHER", _gather),
    Row("GATHER_ND", _gather_nd),
    Row("EMBEDDING_LOOKUP", _embedding_lookup),
    Row("CONCATENATION", _concatenation, weight=2),
    Row("PACK", _pack),
    Row("UNPACK", _unpack),
    Row("SPLIT", _split),
    Row("SPLIT_V", _split_v),
    Row("FILL", _fill, weight=0.3),
    Row("ONE_HOT", _one_hot, weight=0.5),
    Row("SHAPE", _shape, weight=0.4),
    Row("RANK", _rank, weight=0.2),
    Row("RANGE", _range, weight=0.2),
)
