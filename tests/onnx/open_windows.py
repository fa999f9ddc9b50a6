"""Models whose windows have SAME padding over open heights and widths. Windows are at least as long as their strides, shorter, or
dilated. onnxruntime computes the right padding only for the first."""

import itertools

import numpy as np
from graph_builder import conv, depthwise, open_input, seeded

CHANNELS = 3
_WINDOWS = [(size, stride) for size, stride in itertools.product((1, 2, 3), (2, 3, 4))]
# Sizes with all remainders for the strides, also sizes below the strides.
_SIDES = ((1, 1), (2, 3), (4, 6), (5, 9), (7, 8), (12, 13), (15, 10), (17, 11))
SIZES = [[(batch, height, width, CHANNELS)] for batch, (height, width) in zip(itertools.cycle((1, 2)), _SIDES)]


def _image(g):
    return open_input(g, [-1, -1, -1, CHANNELS])


def _pool(g, x, stem, size, stride, result=None):
    params = {"filterHeight": size, "filterWidth": size, "strideH": stride, "strideW": stride, "padding": "SAME"}
    return g.op(stem, [x], [g.tensor((1, 1, 1, CHANNELS)) if result is None else result], **params)


def _pools(stem):
    def build(g):
        x = _image(g)
        g.outputs(*(_pool(g, x, stem, size, stride) for size, stride in _WINDOWS))

    build.__name__ = f"open_{stem.lower()}"
    return build


def _pools_of_numbers(stem, dtype):
    def build(g):
        quantization = {"scale": 0.1, "zero_point": 3}
        x = g.input((1, 1, 1, CHANNELS), dtype, quantization=quantization, signature=(-1, -1, -1, CHANNELS))
        results = [g.tensor((1, 1, 1, CHANNELS), dtype, quantization=quantization) for _ in _WINDOWS]
        g.outputs(*(_pool(g, x, stem, *window, result) for window, result in zip(_WINDOWS, results)))

    build.__name__ = f"open_{stem.lower()}_of_{dtype}"
    return build


def open_convolutions(g):
    x = _image(g)
    g.outputs(*(conv(g, x, CHANNELS, 4, (size, size), f"{size}", strideH=stride, strideW=stride) for size, stride in _WINDOWS))


def open_depthwise(g):
    x = _image(g)
    g.outputs(*(depthwise(g, x, CHANNELS, (size, size), f"{size}", strideH=stride, strideW=stride) for size, stride in _WINDOWS))


def open_sides_of_other_windows(g):
    """Windows whose size, stride and dilation differ between height and width."""
    x = _image(g)
    g.outputs(conv(g, x, CHANNELS, 4, (3, 2), strideH=2, strideW=3), conv(g, x, CHANNELS, 4, (1, 3), strideH=3, strideW=4),
              depthwise(g, x, CHANNELS, (2, 5), strideH=4, strideW=4))


def open_dilated(g):
    x = _image(g)
    g.outputs(*(conv(g, x, CHANNELS, 4, (size, size), strideH=stride, strideW=stride, dilationHFactor=2, dilationWFactor=3)
                for size, stride in ((2, 2), (3, 2), (2, 4))))


def open_convolution_of_integers(g):
    """A convolution of int8, whose padding is the zero point."""
    scale = {"scale": 0.02, "zero_point": -7}
    x = g.input((1, 1, 1, CHANNELS), "int8", quantization=scale, signature=(-1, -1, -1, CHANNELS))
    results = []
    for size, stride in ((2, 3), (3, 4), (3, 2)):
        weights = g.constant(np.round(seeded((4, size, size, CHANNELS), f"{size}", -127, 127)), "int8",
                             quantization={"scale": [0.01, 0.02, 0.015, 0.005], "zero_point": [0] * 4, "axis": 0})
        bias = g.constant(np.arange(4) * 50, "int32", quantization={"scale": [2e-4, 4e-4, 3e-4, 1e-4], "zero_point": [0] * 4, "axis": 0})
        result = g.tensor((1, 1, 1, 4), "int8", quantization={"scale": 0.1, "zero_point": 5})
        results.append(g.op("CONV_2D", [x, weights, bias], [result], padding="SAME", strideH=stride, strideW=stride))
    g.outputs(*results)


OPEN = {build: SIZES for build in (
    open_convolutions, open_depthwise, open_sides_of_other_windows, open_dilated,
    *map(_pools, ("AVERAGE_POOL_2D", "MAX_POOL_2D", "L2_POOL_2D")),
    *(_pools_of_numbers("MAX_POOL_2D", dtype) for dtype in ("int8", "uint8")))}
# Models of integers with TFLite's bits only with --quant exact: onnxruntime's own means round some ties differently.
EXACT = {build: SIZES for build in (open_convolution_of_integers, *(_pools_of_numbers("AVERAGE_POOL_2D", dtype)
                                                                   for dtype in ("int8", "uint8", "int16")))}


def one_open_input(g):
    """Windows over an image of one size, beside one whose sides are open."""
    fixed, free = g.input((1, 9, 9, CHANNELS)), _image(g)
    g.outputs(conv(g, fixed, CHANNELS, 4, (3, 3), strideH=2, strideW=2), conv(g, free, CHANNELS, 4, (3, 3), strideH=2, strideW=2),
              conv(g, fixed, CHANNELS, 4, (2, 2), strideH=3, strideW=3), conv(g, free, CHANNELS, 4, (2, 2), strideH=3, strideW=3))


MIXED = {one_open_input: [[(1, 9, 9, CHANNELS), *sizes] for sizes in SIZES]}
