"""Inception V3 (Szegedy et al. 2015), as Keras builds it."""

from images import classify, conv, pool
from registry import network


def _relu(net, x, channels, kernel=1, stride=1, padding="SAME"):
    return conv(net, x, channels, kernel, stride, "RELU", padding=padding)


def _chain(net, x, *rows):
    """Convolutions one after the other, each given by (channels, kernel)."""
    for row in rows:
        x = _relu(net, x, *row)
    return x


def _pooled(net, x, channels):
    return _relu(net, pool(net, "AVERAGE", x, 3, 1, "SAME"), channels)


def _mixed_35(net, x, pooled):
    branches = [_relu(net, x, 16), _chain(net, x, (12,), (16, 5)), _chain(net, x, (16,), (24, 3), (24, 3))]
    return net.concat([*branches, _pooled(net, x, pooled)])


def _reduced_35(net, x):
    double = _relu(net, _chain(net, x, (16,), (24, 3)), 24, 3, 2, "VALID")
    return net.concat([_relu(net, x, 96, 3, 2, "VALID"), double, pool(net, "MAX", x, 3, 2)])


def _mixed_17(net, x, width):
    seven = _chain(net, x, (width,), (width, (1, 7)), (48, (7, 1)))
    double = _chain(net, x, (width,), (width, (7, 1)), (width, (1, 7)), (width, (7, 1)), (48, (1, 7)))
    return net.concat([_relu(net, x, 48), seven, double, _pooled(net, x, 48)])


def _reduced_17(net, x):
    three = _relu(net, _relu(net, x, 48), 80, 3, 2, "VALID")
    seven = _relu(net, _chain(net, x, (48,), (48, (1, 7)), (48, (7, 1))), 48, 3, 2, "VALID")
    return net.concat([three, seven, pool(net, "MAX", x, 3, 2)])


def _forked(net, x):
    return net.concat([_relu(net, x, 96, (1, 3)), _relu(net, x, 96, (3, 1))])


def _mixed_8(net, x):
    three = _forked(net, _relu(net, x, 96))
    double = _forked(net, _chain(net, x, (112,), (96, 3)))
    return net.concat([_relu(net, x, 80), three, double, _pooled(net, x, 48)])


@network()
def inception_v3(net):
    """Inception V3 with width 1/4, on the smallest image that it takes."""
    x = _relu(net, net.input(net.batch, 75, 75, 3), 8, 3, 2, "VALID")
    x = _relu(net, _relu(net, x, 8, 3, 1, "VALID"), 16, 3)
    x = _relu(net, pool(net, "MAX", x, 3, 2), 20, 1, 1, "VALID")
    x = pool(net, "MAX", _relu(net, x, 48, 3, 1, "VALID"), 3, 2)
    for pooled in (8, 16, 16):
        x = _mixed_35(net, x, pooled)
    x = _reduced_35(net, x)
    for width in (32, 40, 40, 48):
        x = _mixed_17(net, x, width)
    x = _reduced_17(net, x)
    for _ in range(2):
        x = _mixed_8(net, x)
    classify(net, x)
