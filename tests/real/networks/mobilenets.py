"""MobileNet V1, V2 and V3 (Howard et al. 2017, Sandler et al. 2018, Howard et al. 2019), as Keras builds them."""

from images import classify, conv, depthwise, global_mean, hard_sigmoid
from registry import network


def _strided_depthwise(net, x, kernel, activation):
    """A strided depthwise convolution with Keras' padding before it, only at the ends if the sides are even."""
    before, after = kernel // 2 - 1 + x.shape[1] % 2, kernel // 2
    return depthwise(net, net.pad_image(x, before, after), kernel, 2, activation, padding="VALID")


def _depthwise(net, x, kernel, stride, activation):
    if stride == 2:
        return _strided_depthwise(net, x, kernel, activation)
    return depthwise(net, x, kernel, 1, activation)


@network(open_batch=True)
def mobilenet_v1(net):
    """MobileNet V1 with width 1/2. The classifier is a 1x1 convolution, whose scores are reshaped to an open batch."""
    x = conv(net, net.input(net.batch, 96, 96, 3), 16, 3, 2, "RELU6")
    rows = [(32, 1), (64, 2), (64, 1), (128, 2), (128, 1), (256, 2), *[(256, 1)] * 5, (512, 2), (512, 1)]
    for channels, stride in rows:
        x = conv(net, _depthwise(net, x, 3, stride, "RELU6"), channels, 1, 1, "RELU6")
    x = conv(net, global_mean(net, x, keep=True), 1000)
    net.outputs(net.softmax(net.keras_reshape(x, 1000)))


def _inverted_residual(net, x, expansion, channels, stride):
    y = x
    if expansion > 1:
        y = conv(net, x, x.channels * expansion, 1, 1, "RELU6", gain=1.0)
    y = conv(net, _depthwise(net, y, 3, stride, "RELU6"), channels)
    return net.add(x, y) if y.shape == x.shape else y


@network(open_batch=True)
def mobilenet_v2(net):
    """MobileNet V2 with width 1/2."""
    x = conv(net, net.input(net.batch, 96, 96, 3), 16, 3, 2, "RELU6")
    groups = [(1, 8, 1, 1), (6, 12, 2, 2), (6, 16, 3, 2), (6, 32, 4, 2), (6, 48, 3, 1), (6, 80, 3, 2), (6, 160, 1, 1)]
    for expansion, channels, count, stride in groups:
        for index in range(count):
            x = _inverted_residual(net, x, expansion, channels, stride if index == 0 else 1)
    classify(net, conv(net, x, 640, 1, 1, "RELU6", gain=0.5))


def _hard_excite(net, x):
    """Squeeze and excite with a hard sigmoid as the gate."""
    gate = conv(net, global_mean(net, x, keep=True), max(8, x.channels // 4), 1, 1, "RELU")
    return net.mul(x, hard_sigmoid(net, conv(net, gate, x.channels)))



def _v3_block(net, x, kernel, expanded, channels, excites, swishes, stride):
    activation = "NONE" if swishes else "RELU"
    y = conv(net, x, expanded, 1, 1, activation, gain=1.0)
    y = net.unary("HARD_SWISH", y) if swishes else y
    y = _depthwise(net, y, kernel, stride, activation)
    y = net.unary("HARD_SWISH", y) if swishes else y
    y = _hard_excite(net, y) if excites else y
    y = conv(net, y, channels, gain=6.0 if excites else 2.0)
    return net.add(x, y) if y.shape == x.shape else y


_V3_LARGE = [
    (3, 8, 8, False, False, 1),
    (3, 32, 12, False, False, 2),
    (3, 36, 12, False, False, 1),
    (5, 36, 20, True, False, 2),
    (5, 60, 20, True, False, 1),
    (5, 60, 20, True, False, 1),
    (3, 120, 40, False, True, 2),
    (3, 100, 40, False, True, 1),
    (3, 92, 40, False, True, 1),
    (3, 92, 40, False, True, 1),
    (3, 240, 56, True, True, 1),
    (3, 336, 56, True, True, 1),
    (5, 336, 80, True, True, 2),
    (5, 480, 80, True, True, 1),
    (5, 480, 80, True, True, 1),
]


@network(half_weights=True)
def mobilenet_v3(net):
    """MobileNet V3 large with width 1/2, its weights stored as float16."""
    image = net.input(net.batch, 96, 96, 3)
    x = net.add(net.mul(image, 2.0), -1.0)
    x = net.unary("HARD_SWISH", conv(net, x, 8, 3, 2, gain=3.0))
    for row in _V3_LARGE:
        x = _v3_block(net, x, *row)
    x = global_mean(net, net.unary("HARD_SWISH", conv(net, x, 480)), keep=True)
    x = net.unary("HARD_SWISH", conv(net, x, 640))
    net.outputs(net.softmax(net.reshape(conv(net, x, 1000), net.batch, 1000)))
