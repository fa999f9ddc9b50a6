"""Two models for step 5 of the bring-up: convolutions of open sides, and a chain of products of open size."""

import registry
from images import CLAMPED, conv, depthwise, pool
from net import Net

PRODUCTS = 16


def _convolutions(side):
    net = Net("small_convolutions", 1)
    x = conv(net, net.input(1, side, side, 8), 16, 3, 1, "RELU6")
    y = depthwise(net, x, 3, 1, "RELU6")
    y = conv(net, y, 16, 1, 1, gain=CLAMPED)
    x = pool(net, "MAX", net.add(x, y), 3, 1, "SAME")
    net.outputs(conv(net, x, 8, 3, 2, "RELU"))
    return net.model


def small_convolutions():
    """Convolutions, a pool and an addition over images of 8 channels whose height and width are open."""
    return registry.with_open_dims(_convolutions(8), _convolutions(12))


def _products(rows):
    net = Net("growing_product", 1)
    x = y = net.input(rows, rows)
    for _ in range(PRODUCTS):
        y = net.node("BATCH_MATMUL", [y, x], (rows, rows))
    net.outputs(y)
    return net.model


def growing_product():
    """A square matrix of open size to the power of 17, by a chain of BATCH_MATMUL nodes."""
    return registry.with_open_dims(_products(4), _products(6))


MODELS = {"small_convolutions": small_convolutions, "growing_product": growing_product}
