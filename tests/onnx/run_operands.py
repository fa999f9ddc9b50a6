"""Models of operators whose paddings, counts and bounds are inputs of the run."""

import numpy as np
from graph_builder import conv, int_scalar, packed, seeded, shape_of


def _signed(g, op, inputs, signature, dtype="float32", **params):
    """A node whose result has the dims in the file as converters write them, with -1 for a dim that depends on the run."""
    return g.op(op, inputs, [g.tensor([max(dim, 1) for dim in signature], dtype, signature=signature)], **params)


def _halves_like(g, x, rank):
    """A tensor of 0.5 with the dims of `x`, which come from a SHAPE."""
    return g.node("FILL", [shape_of(g, x, rank), g.constant(0.5)], [1] * rank)


def padded(g):
    """An image padded with zeros and one padded with an input's value, between windows, which are NCHW in ONNX."""
    x, paddings, value = g.input([1, 5, 6, 3]), g.input([4, 2], "int32"), g.input([])
    image = conv(g, x, 3, 4)
    zeros = _signed(g, "PAD", [image, paddings], [1, -1, -1, 4])
    others = _signed(g, "PADV2", [image, paddings, value], [1, -1, -1, 4])
    g.outputs(conv(g, zeros, 4, 2), g.node("ADD", [others, _halves_like(g, others, 4)], [1, 1, 1, 4]))


def padded_rows(g):
    """Integers padded by int64 paddings, and the number of elements then."""
    x, paddings = g.input([3, 4], "int32"), g.input([2, 2], "int64")
    rows = _signed(g, "PAD", [x, paddings], [-1, -1], "int32")
    g.outputs(rows, shape_of(g, rows, 2))


def _mirrored(mode):
    def build(g):
        x, paddings = g.input([1, 5, 6, 3]), g.input([4, 2], "int32")
        image = _signed(g, "MIRROR_PAD", [conv(g, x, 3, 4), paddings], [1, -1, -1, 4], mode=mode)
        rows = _signed(g, "MIRROR_PAD", [g.constant(seeded((1, 3, 2, 5), "rows")), paddings], [-1, -1, -1, -1], mode=mode)
        g.outputs(conv(g, image, 4, 2), rows)

    build.__name__ = f"mirrored_{mode.lower()}"
    return build


def _suppressed(version, sigma=0.0):
    def build(g):
        boxes, scores, most = g.input([6, 4]), g.input([6]), g.input([], "int32")
        limits = [g.constant(np.float32(0.5)), g.constant(np.float32(0.2))]
        results = [g.tensor([1], "int32", signature=[-1]), g.tensor([], "int32")]
        if version == 5:
            limits.append(g.constant(np.float32(sigma)))
            results.insert(1, g.tensor([1], signature=[-1]))
        g.op(f"NON_MAX_SUPPRESSION_V{version}", [boxes, scores, most, *limits], results)
        g.outputs(*results, g.node("GATHER", [boxes, results[0]], [1, 4], axis=0))

    build.__name__ = f"suppressed_v{version}" + ("_softly" if sigma else "")
    return build


def sliced(g):
    """Slices with bounds from inputs: a range of rows, the last rows, one row, and every second row backwards."""
    x, begin, end = g.input([9, 4]), g.input([], "int32"), g.input([], "int32")
    zero, one = int_scalar(g, 0), int_scalar(g, 1)
    begins, ends = (packed(g, [bound, zero]) for bound in (begin, end))
    size = packed(g, [g.node("SUB", [end, begin], [], dtype="int32"), int_scalar(g, -1)])
    weights = g.constant(seeded((3, 4), "weights"))
    rows = _signed(g, "SLICE", [x, begins, size], [-1, 4])
    places = packed(g, [one, int_scalar(g, 2)])
    g.outputs(
        g.node("FULLY_CONNECTED", [rows, weights, None], [1, 3]),
        _signed(g, "STRIDED_SLICE", [x, begins, ends, g.constant([1, 1], "int32")], [-1, 4], beginMask=2, endMask=2),
        _signed(g, "STRIDED_SLICE", [x, begins, ends, g.constant([1, 1], "int32")], [-1, 4], beginMask=3, endMask=2),
        _signed(g, "STRIDED_SLICE", [x, begins, ends, g.constant([1, 1], "int32")], [4], beginMask=2, endMask=2, shrinkAxisMask=1),
        _signed(g, "STRIDED_SLICE", [x, ends, begins, g.constant([-2, 1], "int32")], [-1, 4], beginMask=2, endMask=2),
        _signed(g, "SLICE", [x, begins, places], [1, 2]))


def filled(g):
    counts, value = g.input([2], "int32"), g.input([])
    made = _signed(g, "FILL", [counts, value], [-1, -1])
    g.outputs(g.node("NEG", [made], [1, 1]), _signed(g, "TILE", [g.constant(seeded((2, 3), "tile")), counts], [-1, -1]))


def cut_twice(g):
    """Slices with the same bounds, one of which begins at the first row, so that their dims differ."""
    x, begin, end = g.input([9, 4]), g.input([1], "int32"), g.input([1], "int32")
    step = g.constant([1], "int32")
    for mask in (0, 1):
        rows = _signed(g, "STRIDED_SLICE", [x, begin, end, step], [-1, 4], beginMask=mask)
        g.outputs(g.node("ADD", [rows, _halves_like(g, rows, 2)], [1, 4]))


def cut_and_added(g):
    """Slices of two tensors with the same bounds and masks, which have the same dims, and their sum."""
    x, y, begin, size = g.input([9, 4]), g.input([9, 4]), g.input([], "int32"), g.input([], "int32")
    places = packed(g, [begin, int_scalar(g, 0)])
    sizes = packed(g, [size, int_scalar(g, 4)])
    one, other = (_signed(g, "SLICE", [x, places, sizes], [-1, 4]) for _ in range(2))
    g.outputs(g.node("ADD", [one, g.node("NEG", [other], [1, 4])], [1, 4]), _signed(g, "SLICE", [y, places, sizes], [-1, 4]))


def broadcast(g):
    """A BROADCAST_TO with dims from an input, and a shape that a later node needs."""
    x, dims = g.input([1, 3]), g.input([2], "int32")
    wide = _signed(g, "BROADCAST_TO", [x, dims], [-1, 3], version=2)
    g.outputs(g.node("SUB", [wide, _halves_like(g, wide, 2)], [1, 3]))


def largest(g):
    """A TOPK_V2 after a window, with the number of values from an input."""
    x, count = g.input([1, 2, 3, 9]), g.input([], "int32")
    values, places = g.tensor([1, 2, 3, 1], signature=[1, 2, 3, -1]), g.tensor([1, 2, 3, 1], "int32", signature=[1, 2, 3, -1])
    g.op("TOPK_V2", [conv(g, x, 9, 9), count], [values, places])
    g.outputs(values, places, g.node("ADD", [values, _halves_like(g, values, 4)], [1, 2, 3, 1]))


def hot(g):
    """ONE_HOT with a depth from an input, along two axes, and for a scalar."""
    indices, scalar, depth = g.input([4], "int32"), g.input([], "int32"), g.input([], "int32")
    ends = [g.constant(np.float32(value)) for value in (2.0, -1.0)]
    rows = [_signed(g, "ONE_HOT", [indices, depth, *ends], signature, axis=axis) for axis, signature in ((-1, [4, -1]), (0, [-1, 4]))]
    one = _signed(g, "ONE_HOT", [scalar, depth, *ends], [-1], axis=-1)
    g.outputs(*rows, g.node("ADD", [one, _halves_like(g, one, 1)], [1]))


def scattered(g):
    places, values, dims = g.input([3, 1], "int32"), g.input([3, 2]), g.input([2], "int32")
    table = _signed(g, "SCATTER_ND", [places, values, dims], [-1, 2])
    g.outputs(g.node("ADD", [table, _halves_like(g, table, 2)], [1, 2]))


def _paddings(*rows, dtype=np.int32):
    return np.array(rows, dtype)


_PADDINGS = [_paddings([0, 0], [before, after], [after, 1], [0, 0]) for before, after in ((0, 0), (1, 2), (2, 1))]
_IMAGES = [[seeded((1, 5, 6, 3), f"{run}"), paddings] for run, paddings in enumerate(_PADDINGS)]
# Boxes that overlap in pairs, and scores, one of which is too low.
_BOXES = np.array([[0, 0, 1, 1], [0, 0.1, 1, 1.1], [0, 2, 1, 3], [0, 2.1, 1, 3.1], [3, 0, 4, 1], [5, 5, 6, 6]], np.float32)
_SCORES = np.array([0.9, 0.8, 0.7, 0.75, 0.3, 0.1], np.float32)
_COUNTS = [[_BOXES, _SCORES, np.array(count, np.int32)] for count in (1, 2, 3, 6, 9)]

RUNS = {
    padded: [[*image, np.array(2.5, np.float32)] for image in _IMAGES],
    padded_rows: [[np.arange(12, dtype=np.int32).reshape(3, 4), _paddings(*rows, dtype=np.int64)]
                  for rows in ([[0, 0], [0, 0]], [[1, 2], [3, 0]], [[0, 5], [2, 2]])],
    **{_mirrored(mode): [_IMAGES[0], [_IMAGES[1][0], _paddings([0, 0], [1, 2], [1, 1], [0, 0])],
                         [_IMAGES[2][0], _paddings([0, 0], [2, 0], [0, 1], [0, 0])]] for mode in ("REFLECT", "SYMMETRIC")},
    **{_suppressed(*form): _COUNTS for form in ((4,), (5,), (5, 0.3))},
    broadcast: [[seeded((1, 3), "x"), np.array(dims, np.int32)] for dims in ((1, 3), (4, 3), (7, 3))],
    largest: [[seeded((1, 2, 3, 9), "x"), np.array(count, np.int32)] for count in (1, 4, 9)],
    hot: [[np.array([0, 2, 1, 3], np.int32), np.array(1, np.int32), np.array(depth, np.int32)] for depth in (1, 3, 8)],
    sliced: [[seeded((9, 4), "x"), *(np.array(bound, np.int32) for bound in bounds)]
             for bounds in ((1, 4), (0, 9), (3, 4), (2, 8))],
    filled: [[np.array(counts, np.int32), np.array(0.5, np.float32)] for counts in ((2, 3), (1, 1), (7, 2))],
    cut_twice: [[seeded((9, 4), "x"), np.array([begin], np.int32), np.array([end], np.int32)]
                for begin, end in ((1, 4), (0, 9), (3, 4), (2, 8))],
    cut_and_added: [[seeded((9, 4), "x"), seeded((9, 4), "y"), np.array(begin, np.int32), np.array(size, np.int32)]
                    for begin, size in ((1, 4), (0, 9), (3, 2))],
}
# ONNX adds up updates from opset 16 on.
LATE_RUNS = {scattered: [[np.array([[0], [2], [0]], np.int32), seeded((3, 2), "values"), np.array([rows, 2], np.int32)]
                         for rows in (3, 5, 9)]}
