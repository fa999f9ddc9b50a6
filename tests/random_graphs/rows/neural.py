"""Convolutions, matrix multiplications, and pooling."""

import growth
import numpy as np
from choice import FLOAT, NotPossible
from oracle import largest
from row import Row
from rows.windows import CLAMPS, PADDINGS, depthwise_filter, image_filter, pooling, transposed_filter


def _image(c, **limits):
    return c.pick([FLOAT], [4], low=-16.0, high=16.0, **limits)


def _conv(c):
    if c.happens(0.07):
        return _wide_conv(c)
    x = _image(c)
    filter_shape, params = image_filter(c, c.shape(x))
    weights, bias = c.weights(filter_shape, 0.5), c.weights(filter_shape[:1], 1.0)
    return c.node("CONV_2D", [x, weights, bias], [FLOAT], **params)


def _wide_conv(c):
    """A convolution of so many channels that Winograd's algorithm may compute it."""
    x = c.new_input(FLOAT, (c.integer(1, 2), c.integer(11, 18), c.integer(11, 18), 4 * c.integer(12, 16)), -2.0, 2.0)
    channels = 4 * c.integer(12, 16)
    weights, bias = c.weights((channels, 3, 3, c.shape(x)[3]), 0.1), c.weights((channels,), 1.0)
    params = {"padding": c.one_of(PADDINGS), "fusedActivationFunction": c.one_of(CLAMPS), "strideH": 1, "strideW": 1}
    return c.node("CONV_2D", [x, weights, bias], [FLOAT], **params)


def _depthwise(c):
    x = _image(c, when=lambda tensor: tensor.shape[3] <= 64)
    filter_shape, params = depthwise_filter(c, c.shape(x))
    weights = c.weights(filter_shape, 0.7)
    bias = c.random_constant(FLOAT, filter_shape[-1:], -1.0, 1.0)
    return c.node("DEPTHWISE_CONV_2D", [x, weights, bias], [FLOAT], **params)


def _transpose_conv(c):
    x = _image(c, when=lambda tensor: tensor.values[0].size <= 1024)
    size, filter_shape, params = transposed_filter(c, c.shape(x))
    rest = [c.random_constant(FLOAT, filter_shape[:1], -1.0, 1.0)] if c.happens(0.6) else []
    weights = c.weights(filter_shape, 0.5)
    return c.node("TRANSPOSE_CONV", [c.sizes(size), weights, x, *rest], [FLOAT], fusedActivationFunction="NONE", **params)


def _fully_connected(c):
    x = c.pick([FLOAT], range(1, 5), low=-16.0, high=16.0, when=lambda tensor: tensor.shape[-1] <= 512)
    depth, outputs = c.shape(x)[-1], c.integer(1, 20)
    weights = c.weights((outputs, depth), 0.5)
    bias = c.random_constant(FLOAT, (outputs,), -1.0, 1.0) if c.happens(0.7) else None
    params = {"fusedActivationFunction": c.one_of(CLAMPS), "keepNumDims": len(c.shape(x)) != 2 and c.happens(0.8)}
    return c.node("FULLY_CONNECTED", [x, weights, bias], [FLOAT], **params)


def _has_whole_rows(values, params):
    return values[0].size % values[1].shape[1] == 0


def _batch_matmul(c):
    """A BATCH_MATMUL in which either side may be transposed; the right side is a constant or an existing tensor."""
    x = c.pick([FLOAT], range(2, 6), low=-8.0, high=8.0)
    shape, flips = c.shape(x), {"adjX": c.happens(0.3), "adjY": c.happens(0.3)}
    depth = shape[-2] if flips["adjX"] else shape[-1]
    position = -1 if flips["adjY"] else -2

    def matches(tensor):
        return tensor.shape[position] == depth and tensor.shape[:-2] == shape[:-2]

    try:
        y = c.pick([FLOAT], [len(shape)], low=-8.0, high=8.0, new=0.0, when=matches)
    except NotPossible:
        other = [depth, c.integer(1, 9)]
        batch = shape[:-2] if c.happens(0.5) else (1,) * (len(shape) - 2)
        y = c.random_constant(FLOAT, (*batch, *(reversed(other) if flips["adjY"] else other)), -1.0, 1.0)
    return c.node("BATCH_MATMUL", [x, y], [FLOAT], **flips)


def has_one_batch_dim(shape):
    """True if the reference kernel multiplies floats of the shape rightly by integers: docs/NUMERICS.md."""
    return sum(dim != 1 for dim in shape[:-2]) <= 1


def _is_computed_rightly(values, params):
    is_hybrid = values[0].dtype == np.float32 and values[1].dtype != np.float32
    return not is_hybrid or has_one_batch_dim(values[0].shape)


def _pool(op):
    def choose(c):
        x = _image(c)
        return c.node(op, [x], [FLOAT], **pooling(c, c.shape(x)))

    return choose


def _resize_bilinear(c):
    x = _image(c, when=lambda tensor: tensor.values[0].size <= 1024)
    size = [c.integer(1, 2 * dim + 1) for dim in c.shape(x)[1:3]]
    kind = c.one_of(({}, {"alignCorners": True}, {"halfPixelCenters": True}))
    return c.node("RESIZE_BILINEAR", [x, c.sizes(size)], [FLOAT], **kind)


def _local_response(c):
    """A window over all channels: in smaller ones TFLite's reference kernel leaves out the last channel, unlike its default."""
    x = _image(c, when=lambda tensor: tensor.shape[3] <= 7)
    radius = c.shape(x)[3] + c.integer(0, 2)
    return c.node("LOCAL_RESPONSE_NORMALIZATION", [x], [FLOAT], radius=radius, bias=1.0, alpha=0.1, beta=0.5)


def _local_response_growth(values, errors, results, params):
    """Growth of x (1 + 0.1 s)^-0.5, where s is the sum of 7 squares at most. The slope is 1, plus 0.1 |x| times the magnitude
    for each of the 7 values."""
    return errors[0] * (1 + 0.7 * largest(values[0]) ** 2)


def _conv_3d(c):
    x = c.pick([FLOAT], [5], low=-16.0, high=16.0, when=lambda tensor: tensor.values[0].size <= 2048)
    shape = c.shape(x)
    window = [c.integer(1, min(3, dim)) for dim in shape[1:4]]
    channels = c.integer(1, 9)
    params = {f"stride{axis}": c.integer(1, 2) for axis in "DHW"}
    params |= {f"dilation{axis}Factor": c.integer(1, 2) if dim > 4 else 1 for axis, dim in zip("DHW", shape[1:4])}
    params |= {"padding": c.one_of(PADDINGS), "fusedActivationFunction": c.one_of(CLAMPS)}
    operands = [x, c.weights((*window, shape[4], channels), 0.3)]
    if c.happens(0.7):
        operands.append(c.weights((channels,), 1.0))
    return c.node("CONV_3D", operands, [FLOAT], **params)


ROWS = (
    Row("CONV_2D", _conv, growth.weighted(0), weight=4),
    Row("CONV_3D", _conv_3d, growth.weighted(4), weight=0.7),
    Row("DEPTHWISE_CONV_2D", _depthwise, growth.weighted(3), weight=2),
    Row("TRANSPOSE_CONV", _transpose_conv, growth.weighted(0, data=2)),
    Row("FULLY_CONNECTED", _fully_connected, growth.weighted(0), is_defined=_has_whole_rows, weight=2),
    Row("BATCH_MATMUL", _batch_matmul, growth.tiled_matmul, is_defined=_is_computed_rightly),
    Row("AVERAGE_POOL_2D", _pool("AVERAGE_POOL_2D")),
    Row("MAX_POOL_2D", _pool("MAX_POOL_2D")),
    Row("L2_POOL_2D", _pool("L2_POOL_2D"), weight=0.3),
    Row("RESIZE_BILINEAR", _resize_bilinear),
    Row("LOCAL_RESPONSE_NORMALIZATION", _local_response, _local_response_growth, weight=0.3),
)
