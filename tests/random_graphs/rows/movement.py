"""Operators that move values, or make them of shapes."""

import numpy as np
from choice import ANY, BOOL, FLOAT, INT, LONG, MAX_ELEMENTS, NotPossible
from row import Row


def _moved(op, operands, dtypes=ANY, ranks=range(1, 7), when=lambda tensor: True, **options):
    """One tensor in, one out: `operands(c, shape)` is (inputs after the tensor, parameters)."""

    def choose(c):
        x = c.pick(dtypes, ranks, when=when)
        rest, params = operands(c, c.shape(x))
        return c.node(op, [x, *rest], [c.tensor(x).dtype], **params)

    return Row(op, choose, **options)


def _reshape(c, shape):
    size = int(np.prod(shape))
    target, left = [], size
    for _ in range(c.integer(0, 5)):
        divisors = [d for d in range(1, left + 1) if left % d == 0]
        target.append(c.one_of(divisors))
        left //= target[-1]
    target.append(left)
    c.rng.shuffle(target)
    if c.happens(0.3):
        target[c.integer(0, len(target) - 1)] = -1
    if c.happens(0.3):
        return [], {"newShape": target}
    return [c.sizes(target)], {}


def _reshape_like(c):
    """To the shape of a tensor of as many values, or to rows of the first dim, both computed by nodes."""
    x = c.pick(ANY)
    shape = c.shape(x)
    other = c.pick(ANY, new=0.0, when=lambda tensor: tensor.values[0].size == np.prod(shape))
    target = c.first("SHAPE", [other], INT, outType="INT32")
    if c.happens(0.5):
        first = c.first("SLICE", [target, c.sizes([0]), c.sizes([1])], INT)
        target = c.first("CONCATENATION", [first, c.sizes([-1])], INT, axis=0, fusedActivationFunction="NONE")
    return c.node("RESHAPE", [x, target], [c.tensor(x).dtype])


_RESHAPE = _moved("RESHAPE", _reshape)


def _transpose(c, shape):
    return [c.sizes(c.rng.permutation(len(shape)))], {}


def _slice(c, shape):
    begin = [c.integer(0, dim - 1) for dim in shape]
    size = [-1 if c.happens(0.2) else c.integer(1, dim - at) for at, dim in zip(begin, shape)]
    dtype = c.one_of((INT, INT, LONG))
    return [c.sizes(begin, dtype), c.sizes(size, dtype)], {}


def _strided_slice(c, shape):
    """Forwards and backwards, with masks; a masked axis may become one of the output no more."""
    begin, end, strides, masks = [], [], [], dict.fromkeys(("beginMask", "endMask", "shrinkAxisMask"), 0)
    for axis, dim in enumerate(shape):
        low, high = sorted((c.integer(0, dim - 1), c.integer(0, dim - 1)))
        step = c.integer(1, 3)
        backwards, shrinks = c.happens(0.25), c.happens(0.15)
        if shrinks:
            masks["shrinkAxisMask"] |= 1 << axis
            low, high, step, backwards = low, low, 1, False
        masks["beginMask"] |= (c.happens(0.15) and not shrinks) << axis
        masks["endMask"] |= (c.happens(0.15) and not shrinks) << axis
        begin.append(high if backwards else low)
        end.append(low - 1 - dim if backwards else high + 1)
        strides.append(-step if backwards else step)
    return [c.sizes(begin), c.sizes(end), c.sizes(strides)], masks


def _picks_inside(values, params):
    """An axis of which one value is picked has it."""
    axes = range(len(values[1]))
    return all(values[0].shape[axis] > values[1][axis] for axis in axes if params["shrinkAxisMask"] >> axis & 1)


def _paddings(c, shape, most=3):
    """Of both ends of each axis."""
    return [[c.integer(0, most), c.integer(0, most)] if c.happens(0.6) else [0, 0] for _ in shape]


def _pad(c, shape):
    return [c.sizes(_paddings(c, shape))], {}


def _padv2(c):
    x = c.pick(ANY, range(1, 6))
    dtype = c.tensor(x).dtype
    value = c.random_constant(dtype, ())
    return c.node("PADV2", [x, c.sizes(_paddings(c, c.shape(x))), value], [dtype])


def _mirror_pad(c, shape):
    most = min(3, min(shape) - 1)
    return [c.sizes(_paddings(c, shape, most))], {"mode": c.one_of(("REFLECT", "SYMMETRIC"))}


def _tile(c, shape):
    return [c.sizes([c.integer(1, 3) if c.happens(0.5) else 1 for _ in shape])], {}


def _expand_dims(c, shape):
    return [c.sizes(c.integer(-len(shape) - 1, len(shape)))], {}


def _squeeze(c, shape):
    ones = [axis for axis, dim in enumerate(shape) if dim == 1]
    chosen = [] if c.happens(0.3) else c.rng.permutation(ones)[: c.integer(1, len(ones))].tolist()
    return [], {"squeezeDims": chosen}


def _reverse(c, shape):
    """Axes that lie side by side, as TFLite's kernel has it."""
    first = c.integer(0, len(shape) - 1)
    axes = range(first, c.integer(first, len(shape) - 1) + 1)
    return [c.sizes(c.rng.permutation(axes))], {}


def _reverse_sequence(c, shape):
    batch, sequence = c.rng.permutation(len(shape))[:2].tolist()
    lengths = [c.integer(1, shape[sequence]) for _ in range(shape[batch])]
    return [c.sizes(lengths, c.one_of((INT, LONG)))], {"seqDim": sequence, "batchDim": batch}


def _ends_inside(values, params):
    return int(values[1].max()) <= values[0].shape[params["seqDim"]]


def _mirrors_inside(values, params):
    """What is mirrored is there."""
    edge = 1 if params["mode"] == "REFLECT" else 0
    return all(max(pair) <= dim - edge for pair, dim in zip(values[1], values[0].shape))


def _blocks_into(c, shape):
    return [], {"blockSize": c.one_of([b for b in (1, 2, 3, 4) if shape[1] % b == 0 and shape[2] % b == 0])}


def _blocks_out(c, shape):
    return [], {"blockSize": c.one_of([b for b in (1, 2, 3, 4) if shape[3] % (b * b) == 0])}


def _space_to_batch(c, shape):
    blocks = [c.integer(1, 3), c.integer(1, 3)]
    paddings = [[front, -(dim + front) % block] for dim, block in zip(shape[1:3], blocks) for front in [c.integer(0, 2)]]
    return [c.sizes(blocks), c.sizes(paddings)], {}


def _batch_to_space(c, shape):
    """Crops nothing, or one value where the result has more than two."""
    first = c.one_of([b for b in (1, 2, 3) if shape[0] % b == 0])
    second = c.one_of([b for b in (1, 2, 3) if shape[0] // first % b == 0])
    crops = [[c.integer(0, 1) if dim * block > 2 else 0, 0] for dim, block in zip(shape[1:3], (first, second))]
    return [c.sizes([first, second]), c.sizes(crops)], {}


def _resize_nearest(c, shape):
    size = [c.integer(1, 2 * dim + 1) for dim in shape[1:3]]
    kind = c.one_of(({}, {"alignCorners": True}, {"halfPixelCenters": True}))
    return [c.sizes(size)], kind


def _gather(c):
    """Indices are constants, or a tensor of numbers that are small enough."""
    x = c.pick(ANY, range(1, 5))
    axis = c.axis(x)
    dim = c.shape(x)[axis]
    dtype = c.one_of((INT, LONG))
    if c.happens(0.5):
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
    x = c.pick((FLOAT, INT), range(2, 5))
    rows = c.random_constant(INT, (c.integer(1, 6),), 0, c.shape(x)[0] - 1)
    return c.node("EMBEDDING_LOOKUP", [rows, x], [c.tensor(x).dtype])


def _concatenation(c):
    x = c.pick(ANY, range(1, 7))
    dtype, shape, axis = c.tensor(x).dtype, c.shape(x), c.axis(x)

    def joins(tensor):
        return all(a == b or place == axis % len(shape) for place, (a, b) in enumerate(zip(tensor.shape, shape)))

    parts = [x]
    for _ in range(c.integer(1, 3)):
        try:
            parts.append(c.pick([dtype], [len(shape)], new=0.0, when=joins))
        except NotPossible:
            other = list(shape)
            other[axis] = c.integer(1, 5)
            parts.append(c.random_constant(dtype, tuple(other)))
    return c.node("CONCATENATION", parts, [dtype], axis=axis, fusedActivationFunction="NONE")


def _pack(c):
    x = c.pick((FLOAT, INT, LONG), range(0, 6))
    dtype, shape = c.tensor(x).dtype, c.shape(x)
    others = [c.pick([dtype], [len(shape)], new=0.0, when=lambda t: t.shape == shape) if c.happens(0.5)
              else c.random_constant(dtype, shape) for _ in range(c.integer(0, 3))]
    axis = c.integer(-len(shape) - 1, len(shape))
    return c.node("PACK", [x, *others], [dtype], axis=axis, valuesCount=1 + len(others))


def _along(c, most, dtypes):
    """A tensor and an axis of 2 values at least and `most` at most."""
    x = c.pick(dtypes, range(1, 7), when=lambda tensor: any(1 < dim <= most for dim in tensor.shape))
    return x, c.one_of([axis for axis, dim in enumerate(c.shape(x)) if 1 < dim <= most])


def _unpack(c):
    x, axis = _along(c, 5, (FLOAT, INT, BOOL))
    count = c.shape(x)[axis]
    return c.node("UNPACK", [x], [c.tensor(x).dtype] * count, num=count, axis=axis)


def _split(c):
    x, axis = _along(c, 16, (FLOAT, INT))
    dim = c.shape(x)[axis]
    count = c.one_of([n for n in (2, 3, 4, dim) if dim % n == 0 and n <= 6] or [1])
    return c.node("SPLIT", [c.sizes(axis), x], [c.tensor(x).dtype] * count, numSplits=count)


def _split_v(c):
    x, axis = _along(c, 40, (FLOAT, INT, LONG))
    dim = c.shape(x)[axis]
    first = c.integer(1, dim - 1)
    sizes = [first, dim - first] if c.happens(0.7) else [first, -1]
    return c.node("SPLIT_V", [x, c.sizes(sizes), c.sizes(axis)], [c.tensor(x).dtype] * 2, numSplits=2)


def _fill(c):
    """Of a constant shape, or of another tensor's."""
    value = c.pick(ANY, [0], new=0.0) if c.happens(0.5) else c.random_constant(c.one_type(ANY), ())
    if c.happens(0.5):
        shape = c.sizes(c.random_shape(range(1, 5)))
    else:
        shape = c.first("SHAPE", [c.pick(ANY, range(1, 7), new=0.0)], INT, outType="INT32")
    return c.node("FILL", [shape, value], [c.tensor(value).dtype])


def _one_hot(c):
    x = c.pick((INT, LONG), range(0, 4), low=-FEW_CLASSES, high=FEW_CLASSES)
    dtype = c.one_type(ANY)
    ends = [c.random_constant(dtype, ()) for _ in range(2)]
    return c.node("ONE_HOT", [x, c.sizes(c.integer(1, FEW_CLASSES)), *ends], [dtype], axis=-1)


FEW_CLASSES = 9


def _shape(c):
    dtype = c.one_of((INT, LONG))
    return c.node("SHAPE", [c.pick(ANY, range(1, 7))], [dtype], outType=dtype.upper())


def _range(c):
    start, step = c.integer(-5, 5), c.one_of((-2, -1, 1, 2, 3))
    ends = [c.sizes(v) for v in (start, start + step * c.integer(1, 12), step)]
    return c.node("RANGE", ends, [INT])


def _small(tensor):
    return tensor.values[0].size * 4 <= MAX_ELEMENTS


def _dequantize(c):
    return c.node("DEQUANTIZE", [c.constant(c.values(FLOAT, c.random_shape()), "float16")], [FLOAT])


ROWS = (
    Row("RESHAPE", lambda c: (_reshape_like if c.happens(0.15) else _RESHAPE.choose)(c), weight=3),
    _moved("TRANSPOSE", _transpose, weight=2),
    _moved("SLICE", _slice),
    _moved("STRIDED_SLICE", _strided_slice, ranks=range(1, 6), is_defined=_picks_inside, weight=1.5),
    _moved("PAD", _pad, ranks=range(1, 6), when=_small),
    Row("PADV2", _padv2),
    _moved("MIRROR_PAD", _mirror_pad, ranks=range(1, 6), when=_small, is_defined=_mirrors_inside),
    _moved("TILE", _tile, when=_small),
    _moved("EXPAND_DIMS", _expand_dims, ranks=range(0, 6)),
    _moved("SQUEEZE", _squeeze, when=lambda tensor: 1 in tensor.shape),
    _moved("REVERSE_V2", _reverse),
    _moved("REVERSE_SEQUENCE", _reverse_sequence, dtypes=(FLOAT, INT, LONG), ranks=range(2, 5), is_defined=_ends_inside),
    _moved("SPACE_TO_DEPTH", _blocks_into, dtypes=(FLOAT, INT, LONG), ranks=[4]),
    _moved("DEPTH_TO_SPACE", _blocks_out, dtypes=(FLOAT, INT, LONG), ranks=[4]),
    _moved("SPACE_TO_BATCH_ND", _space_to_batch, dtypes=(FLOAT, INT, LONG), ranks=[4]),
    _moved("BATCH_TO_SPACE_ND", _batch_to_space, dtypes=(FLOAT, INT, LONG), ranks=[4]),
    _moved("RESIZE_NEAREST_NEIGHBOR", _resize_nearest, dtypes=(FLOAT, INT), ranks=[4], when=_small),
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
    Row("RANGE", _range, weight=0.2),
    Row("DEQUANTIZE", _dequantize, weight=0.3),
)
