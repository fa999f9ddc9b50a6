"""Operators that move a tensor's values."""

import numpy as np
from choice import ANY, BYTES, FLOAT, INT, LONG, MAX_ELEMENTS
from row import Row


def _moved(op, operands, dtypes=ANY, ranks=range(1, 7), when=lambda tensor: True, **options):
    """A row with one tensor and one result. `operands(c, shape)` returns (inputs after the tensor, parameters)."""

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
    """A RESHAPE to the shape of a tensor of as many values, or to rows of the first dim; nodes compute the shape."""
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
    """Slices forwards and backwards, with masks; a masked axis may be removed."""
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
    """True if every axis from which one value is picked has that value."""
    axes = range(len(values[1]))
    return all(values[0].shape[axis] > values[1][axis] for axis in axes if params["shrinkAxisMask"] >> axis & 1)


def _paddings(c, shape, most=3):
    """Amounts for the two ends of each axis."""
    return [[c.integer(0, most), c.integer(0, most)] if c.happens(0.6) else [0, 0] for _ in shape]


def _pad(c, shape):
    return [c.sizes(_paddings(c, shape))], {}


def _padv2(c):
    x = c.pick(ANY, range(1, 6))
    value = c.constant_like(x, ())
    return c.node("PADV2", [x, c.sizes(_paddings(c, c.shape(x))), value], [c.tensor(x).dtype])


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
    """Adjacent axes only, since TFLite's kernel takes no others."""
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
    """True if the input has all elements that the padding mirrors."""
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
    """Crops nothing, or one value if the result has more than two."""
    first = c.one_of([b for b in (1, 2, 3) if shape[0] % b == 0])
    second = c.one_of([b for b in (1, 2, 3) if shape[0] // first % b == 0])
    crops = [[c.integer(0, 1) if dim * block > 2 else 0, 0] for dim, block in zip(shape[1:3], (first, second))]
    return [c.sizes([first, second]), c.sizes(crops)], {}


def _resize_nearest(c, shape):
    size = [c.integer(1, 2 * dim + 1) for dim in shape[1:3]]
    kind = c.one_of(({}, {"alignCorners": True}, {"halfPixelCenters": True}))
    return [c.sizes(size)], kind


def _small(tensor):
    return tensor.values[0].size * 4 <= MAX_ELEMENTS


# Types that the reference kernels move in blocks and sequences; they refuse some of the 8-bit types.
_WHOLE_BLOCKS = (FLOAT, INT, LONG, *BYTES)

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
    _moved("REVERSE_SEQUENCE", _reverse_sequence, dtypes=_WHOLE_BLOCKS, ranks=range(2, 5), is_defined=_ends_inside),
    _moved("SPACE_TO_DEPTH", _blocks_into, dtypes=_WHOLE_BLOCKS, ranks=[4]),
    _moved("DEPTH_TO_SPACE", _blocks_out, dtypes=_WHOLE_BLOCKS, ranks=[4]),
    _moved("SPACE_TO_BATCH_ND", _space_to_batch, dtypes=_WHOLE_BLOCKS, ranks=[4]),
    _moved("BATCH_TO_SPACE_ND", _batch_to_space, dtypes=_WHOLE_BLOCKS, ranks=[4]),
    _moved("RESIZE_NEAREST_NEIGHBOR", _resize_nearest, dtypes=(FLOAT, INT, *BYTES), ranks=[4], when=_small),
)
