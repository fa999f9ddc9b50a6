"""Layers of networks that see images: convolutions with their batch normalization folded, pools, activations."""

import numpy as np

CLAMPED = 2.0  # the gain that compensates for RELU (He et al. 2015)


def _side(extent, kernel, stride, dilation, padding):
    if padding == "SAME":
        return -(-extent // stride)
    return (extent - (kernel - 1) * dilation - 1) // stride + 1


def _sides(x, kernel, stride, padding, dilation=1):
    return [_side(extent, k, s, dilation, padding) for extent, k, s in zip(x.shape[1:3], kernel, _pair(stride))]


def _pair(sides):
    return sides if isinstance(sides, tuple) else (sides, sides)


def _folded(net, shape, fan_in, gain, axis):
    """A kernel scaled for each output channel as by a folded batch normalization, and its shift as bias."""
    scale = np.expand_dims(net.rng.uniform(0.8, 1.2, shape[axis]), [a for a in range(4) if a != axis])
    kernel = net.rng.normal(0.0, np.sqrt(gain / fan_in), shape) * scale
    return net.weights(kernel), net.uniform((shape[axis],), -0.1, 0.1)


def conv(net, x, channels, kernel=1, stride=1, activation="NONE", gain=CLAMPED, padding="SAME", dilation=1):
    rows, columns = _pair(kernel)
    weights = _folded(net, (channels, rows, columns, x.channels), rows * columns * x.channels, gain, 0)
    sides = _sides(x, (rows, columns), stride, padding, dilation)
    window = {"padding": padding, "strideH": _pair(stride)[0], "strideW": _pair(stride)[1]}
    window |= {"dilationHFactor": dilation, "dilationWFactor": dilation, "fusedActivationFunction": activation}
    return net.node("CONV_2D", [x, *weights], (x.shape[0], *sides, channels), **window)


def depthwise(net, x, kernel=3, stride=1, activation="NONE", gain=CLAMPED, padding="SAME", dilation=1):
    rows, columns = _pair(kernel)
    weights = _folded(net, (1, rows, columns, x.channels), rows * columns, gain, 3)
    sides = _sides(x, (rows, columns), stride, padding, dilation)
    window = {"padding": padding, "strideH": stride, "strideW": stride, "depthMultiplier": 1}
    window |= {"dilationHFactor": dilation, "dilationWFactor": dilation, "fusedActivationFunction": activation}
    version = 2 if dilation > 1 else 1
    return net.node("DEPTHWISE_CONV_2D", [x, *weights], (x.shape[0], *sides, x.channels), version=version, **window)


def transpose_conv(net, x, channels, kernel=2, stride=2, activation="NONE"):
    """A TRANSPOSE_CONV whose output shape is stored, or packed from an open batch and stored sides."""
    weights = _folded(net, (channels, kernel, kernel, x.channels), kernel * kernel * x.channels / stride**2, 1.0, 0)
    shape = (x.shape[0], x.shape[1] * stride, x.shape[2] * stride, channels)
    window = {"padding": "SAME", "strideH": stride, "strideW": stride, "fusedActivationFunction": activation}
    operands = [_shape_operand(net, x, shape), weights[0], x, weights[1]]
    return net.node("TRANSPOSE_CONV", operands, shape, "float32", version=3, **window)


def _shape_operand(net, x, shape):
    if not net.is_open:
        return net.constant(shape, "int32")
    parts = [net.open_batch(x), *(net.constant(dim, "int32") for dim in shape[1:])]
    return net.node("PACK", parts, [4], valuesCount=4)


def pool(net, op, x, window, stride, padding="VALID"):
    sides = _sides(x, (window, window), stride, padding)
    params = {"filterHeight": window, "filterWidth": window, "strideH": stride, "strideW": stride}
    return net.node(f"{op}_POOL_2D", [x], (x.shape[0], *sides, x.channels), padding=padding, **params)


def global_mean(net, x, keep=False):
    return net.reduce("MEAN", x, [1, 2], keep)


def resize(net, x, rows, columns, **params):
    size = net.constant([rows, columns], "int32")
    return net.node("RESIZE_BILINEAR", [x, size], (x.shape[0], rows, columns, x.channels), version=3, **params)


def batch_normalization(net, x, activation="NONE"):
    """A batch normalization that could not be folded into a convolution."""
    scaled = net.mul(x, net.uniform((x.channels,), 0.8, 1.2))
    return net.add(scaled, net.uniform((x.channels,), -0.1, 0.1), fusedActivationFunction=activation)


def swish(net, x):
    return net.mul(x, net.unary("LOGISTIC", x))


def hard_sigmoid(net, x):
    """A hard sigmoid in Keras' form, whose clamp is the activation of the sum."""
    return net.mul(net.add(x, 3.0, fusedActivationFunction="RELU6"), 1.0 / 6.0)


def classify(net, x, classes=1000):
    """A classifier's last layers: the mean over the image, one dense layer, the probabilities."""
    net.outputs(net.softmax(net.dense(global_mean(net, x), classes, gain=4.0)))
