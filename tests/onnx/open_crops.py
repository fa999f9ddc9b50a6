"""Transposed convolutions of images whose open height was divided and rounded before. The crop of the full result follows from a
remainder, unless the result's height is a multiple of the image's. Windows divide the height of the model's input by 2 and 3."""

import itertools

from graph_builder import dim_of, int_scalar, packed, seeded, shape_of

CHANNELS, WIDTH = 2, 4
_HEIGHTS = (12, 13, 14, 15, 16, 17, 23, 24, 25, 26, 38, 53)
SIZES = [[(1, height, WIDTH, CHANNELS)] for height in _HEIGHTS]


def _image(g):
    """In the file it is high enough for all windows."""
    return g.input((1, 36, WIDTH, CHANNELS), signature=(1, -1, WIDTH, CHANNELS))


def _pooled(g, x, stride, padding, size=None):
    """Rows in windows, as high as their stride unless it is said."""
    return g.node("MAX_POOL_2D", [x], [1, 1, WIDTH, CHANNELS], filterHeight=size or stride, filterWidth=1, strideH=stride, strideW=1,
                  padding=padding)


def _spread(g, x, height, size, stride, padding):
    """A TRANSPOSE_CONV of rows to a height that is computed of sizes."""
    shape = packed(g, [int_scalar(g, 1), height, int_scalar(g, WIDTH), int_scalar(g, 3)])
    weights, bias = g.constant(seeded((3, size, 1, CHANNELS), f"{size}")), g.constant(seeded((3,), "bias"))
    return g.op("TRANSPOSE_CONV", [shape, weights, x, bias], [g.tensor((1, 1, WIDTH, 3))], version=3, padding=padding, strideH=stride,
                strideW=1)


def _height(g, x):
    return dim_of(g, shape_of(g, x, 4), 1)


def _times(g, height, factor, added):
    return g.node("ADD", [g.node("MUL", [height, int_scalar(g, factor)], [], dtype="int32"), int_scalar(g, added)], [], dtype="int32")


def so_many_times_as_high(g):
    """As Keras writes its layers, behind every way of halving."""
    x, results = _image(g), []
    for stride, padding, size in ((2, "VALID", 2), (2, "SAME", 2), (3, "VALID", 3), (2, "VALID", 5)):
        y = _pooled(g, x, stride, padding, size)
        for window, step in itertools.product((1, 2, 3, 4), (1, 2, 3)):
            results.append(_spread(g, y, _times(g, _height(g, y), step, 0), window, step, "SAME"))
            if window >= step:
                results.append(_spread(g, y, _times(g, _height(g, y), step, window - step), window, step, "VALID"))
    g.outputs(*results)


def _back(windows, stride, size):
    """Back to the height in front of the last window, which has a SAME padding of that stride."""

    def build(g):
        x = _image(g)
        for window in windows:
            x = _pooled(g, x, *window)
        g.outputs(_spread(g, _pooled(g, x, stride, "SAME"), _height(g, x), size, stride, "SAME"))

    build.__name__ = "back_to_" + "_".join(f"{window[0]}{window[1].lower()}" for window in windows) + f"_by_{stride}"
    return build


OPEN = {so_many_times_as_high: SIZES}
_HALF, _THIRD = (2, "VALID"), (3, "VALID")
# No multiples of 2, 4, 8 ... have one remainder here.
FIXED = dict.fromkeys((_back(windows, stride, 3) for windows, stride in (
    ([_HALF], 3), ([_THIRD], 2), ([_THIRD, _THIRD], 2), ([_HALF, _THIRD], 2), ([_THIRD, _HALF], 2), ([_THIRD, (2, "SAME")], 3),
    ([_HALF, (3, "SAME")], 3))), "ConvTranspose")
# The multiples with which they do.
MULTIPLES = {_back([_HALF], 2, 3): 4, _back([(2, "SAME")], 2, 2): 4, _back([_HALF, _HALF], 2, 3): 8}
