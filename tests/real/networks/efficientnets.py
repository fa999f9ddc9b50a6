"""EfficientNet-B0 and V2-B0 (Tan and Le 2019, 2021), as Keras builds them."""

from images import classify, conv, depthwise, global_mean, swish
from registry import network


def _excite(net, x, reduced):
    """Squeeze and excite, with Keras' Reshape between the mean and the first convolution."""
    gate = net.keras_reshape(global_mean(net, x), 1, 1, x.channels)
    gate = swish(net, conv(net, gate, reduced))
    return net.mul(x, net.unary("LOGISTIC", conv(net, gate, x.channels)))


def _strided(net, x, kernel, stride):
    if stride == 1:
        return swish(net, depthwise(net, x, kernel, gain=3.0))
    before, after = kernel // 2 - 1 + x.shape[1] % 2, kernel // 2
    return swish(net, depthwise(net, net.pad_image(x, before, after), kernel, 2, padding="VALID", gain=3.0))


def _block(net, x, kernel, expansion, channels, stride, same_padding=False):
    """A depthwise block: expand, depthwise, squeeze and excite, project."""
    y = x
    if expansion > 1:
        y = swish(net, conv(net, x, x.channels * expansion, gain=1.0))
    y = swish(net, depthwise(net, y, kernel, stride)) if same_padding else _strided(net, y, kernel, stride)
    y = conv(net, _excite(net, y, max(1, x.channels // 4)), channels, gain=6.0)
    return net.add(y, x) if y.shape == x.shape else y


def _fused_block(net, x, expansion, channels, stride):
    """A block whose expansion is a convolution of 3 by 3, with which V2 begins."""
    y = swish(net, conv(net, x, x.channels * expansion, 3, stride, gain=1.0))
    if expansion > 1:
        y = conv(net, y, channels, gain=3.0)
    return net.add(y, x) if y.shape == x.shape else y


def _groups(net, x, groups, block):
    for count, *row, stride in groups:
        for index in range(count):
            x = block(net, x, *row, stride if index == 0 else 1)
    return x


@network(open_batch=True)
def efficientnet_b0(net):
    """EfficientNet-B0 with width 1/2; the first nodes are Keras' Rescaling and Normalization."""
    image = net.mul(net.input(net.batch, 64, 64, 3), 1.0 / 0.226)
    x = net.mul(net.binary("SUB", image, net.constant([2.146, 2.018, 1.796])), net.constant([0.987, 1.009, 1.004]))
    x = swish(net, conv(net, net.pad_image(x, 0, 1), 16, 3, 2, gain=1.0, padding="VALID"))
    groups = [(1, 3, 1, 8, 1), (2, 3, 6, 12, 2), (2, 5, 6, 20, 2), (3, 3, 6, 40, 2), (3, 5, 6, 56, 1)]
    groups += [(4, 5, 6, 96, 2), (1, 3, 6, 160, 1)]
    classify(net, swish(net, conv(net, _groups(net, x, groups, _block), 640)))


@network()
def efficientnet_v2_b0(net):
    """EfficientNet V2-B0 with width 1/2."""
    x = net.add(net.mul(net.input(net.batch, 64, 64, 3), 2.0), -1.0)
    x = swish(net, conv(net, x, 16, 3, 2, gain=3.0))
    x = _groups(net, x, [(1, 1, 8, 1), (2, 4, 16, 2), (2, 4, 24, 2)], _fused_block)

    def block(net, x, expansion, channels, stride):
        return _block(net, x, 3, expansion, channels, stride, same_padding=True)

    x = _groups(net, x, [(3, 4, 48, 2), (5, 6, 56, 1), (8, 6, 96, 2)], block)
    classify(net, swish(net, conv(net, x, 640, gain=0.3)))
