"""NASNet-A mobile (Zoph et al. 2017), as Keras builds it: cells of separable convolutions and pools, joined."""

from images import classify, conv, depthwise, pool
from registry import network


def _relu(net, x):
    return net.unary("RELU", x)


def _padded_for(net, x, kernel):
    """Keras' padding before a strided window, as a separate node."""
    before, after = kernel // 2 - 1 + x.shape[1] % 2, kernel // 2
    return net.pad_image(x, before, after)


def _separable(net, x, channels, kernel, stride=1):
    """Two times an activation, a depthwise and a 1x1 convolution; the first of the two has the stride."""
    x = _relu(net, x)
    if stride == 2:
        x = depthwise(net, _padded_for(net, x, kernel), kernel, 2, padding="VALID")
    else:
        x = depthwise(net, x, kernel)
    x = _relu(net, conv(net, x, channels, gain=0.5))
    return conv(net, depthwise(net, x, kernel, gain=1.0), channels, gain=1.0)


def _halved(net, x, channels):
    """Halves an image two times, the second time shifted by a pixel by a pad and a crop, and joins the results."""
    x = _relu(net, x)
    sides = x.shape[1]
    even = pool(net, "AVERAGE", x, 1, 2)
    shifted = net.slice(net.pad_image(x, 0, 1), slice(None), slice(1, sides + 1), slice(1, sides + 1))
    odd = pool(net, "AVERAGE", shifted, 1, 2)
    return net.concat([conv(net, even, channels // 2), conv(net, odd, channels // 2)])


def _adjusted(net, previous, x, channels):
    """The output of the cell before the previous one, brought to the dims of this cell."""
    if previous is None:
        return x
    if previous.shape[1] != x.shape[1]:
        return _halved(net, previous, channels)
    if previous.channels != channels:
        return conv(net, _relu(net, previous), channels)
    return previous


def _average(net, x, stride=1):
    if stride == 2:
        return pool(net, "AVERAGE", _padded_for(net, x, 3), 3, 2)
    return pool(net, "AVERAGE", x, 3, 1, "SAME")


def _normal_cell(net, x, previous, channels):
    p = _adjusted(net, previous, x, channels)
    h = conv(net, _relu(net, x), channels)
    one = net.add(_separable(net, h, channels, 5), _separable(net, p, channels, 3))
    two = net.add(_separable(net, p, channels, 5), _separable(net, p, channels, 3))
    three = net.add(_average(net, h), p)
    four = net.add(_average(net, p), _average(net, p))
    five = net.add(_separable(net, h, channels, 3), h)
    return net.concat([p, one, two, three, four, five]), x


def _reduction_cell(net, x, previous, channels):
    p = _adjusted(net, previous, x, channels)
    h = conv(net, _relu(net, x), channels)
    padded = _padded_for(net, h, 3)
    one = net.add(_separable(net, h, channels, 5, 2), _separable(net, p, channels, 7, 2))
    two = net.add(pool(net, "MAX", padded, 3, 2), _separable(net, p, channels, 7, 2))
    three = net.add(_average(net, h, 2), _separable(net, p, channels, 5, 2))
    four = net.add(_average(net, one), two)
    five = net.add(_separable(net, one, channels, 3), pool(net, "MAX", padded, 3, 2))
    return net.concat([two, three, four, five]), x


@network()
def nasnet_mobile(net):
    """NASNet mobile with cells of 8 to 32 channels in place of 44 to 176, four cells in each group as in the original."""
    x = conv(net, net.input(net.batch, 97, 97, 3), 16, 3, 2, padding="VALID", gain=3.0)
    x, previous = _reduction_cell(net, x, None, 4)
    x, previous = _reduction_cell(net, x, previous, 4)
    for group, channels in enumerate((8, 16, 32)):
        if group > 0:
            x, previous = _reduction_cell(net, x, previous, channels)
        for _ in range(4):
            x, previous = _normal_cell(net, x, previous, channels)
    classify(net, _relu(net, x))
