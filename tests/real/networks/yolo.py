"""A detector after YOLO (Redmon and Farhadi 2018; Jocher 2020), with the choice of its best boxes in the graph. Indices have
64 bits, as ONNX's exporters write them.
"""

import numpy as np

from images import conv, pool, swish
from registry import network

CLASSES, ANCHORS, BEST = 12, 3, 20


def _layer(net, x, channels, kernel=1, stride=1):
    return swish(net, conv(net, x, channels, kernel, stride, gain=3.0))


def _partial_block(net, x, channels):
    """Cross-stage partial block: half of the channels bypass a residual block."""
    half = _layer(net, x, channels // 2)
    half = net.add(half, _layer(net, _layer(net, half, channels // 2), channels // 2, 3))
    return _layer(net, net.concat([half, _layer(net, x, channels // 2)]), channels)


def _pooled_pyramid(net, x):
    pools = [_layer(net, x, x.channels // 2)]
    for _ in range(3):
        pools.append(pool(net, "MAX", pools[-1], 5, 1, "SAME"))
    return _layer(net, net.concat(pools), x.channels)


def _enlarged(net, x):
    rows, columns = 2 * x.shape[1], 2 * x.shape[2]
    size = net.constant([rows, columns], "int32")
    return net.node("RESIZE_NEAREST_NEIGHBOR", [x, size], (x.shape[0], rows, columns, x.channels))


def _cells(rows, columns):
    """The corner of each cell of the image, for each anchor."""
    corners = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).reshape(1, 1, -1, 2)
    return np.broadcast_to(corners, (1, ANCHORS, rows * columns, 2)).astype(np.float32)


def _decoded(net, x, stride, anchors):
    """The boxes of one scale as [batch, boxes, 5 + classes]: centre and size in pixels, score, classes."""
    rows, columns = x.shape[1:3]
    y = conv(net, x, ANCHORS * (5 + CLASSES))
    y = net.reshape(y, net.batch, rows * columns, ANCHORS, 5 + CLASSES)
    y = net.unary("LOGISTIC", net.transpose(y, 0, 2, 1, 3))
    whole = slice(None)
    centre = net.mul(net.slice(y, whole, whole, whole, slice(0, 2)), 2.0)
    centre = net.mul(net.add(net.add(centre, -0.5), net.constant(_cells(rows, columns))), float(stride))
    size = net.mul(net.slice(y, whole, whole, whole, slice(2, 4)), 2.0)
    size = net.mul(net.binary("POW", size, 2.0), net.constant(np.reshape(anchors, (1, ANCHORS, 1, 2))))
    y = net.concat([centre, size, net.slice(y, whole, whole, whole, slice(4, None))])
    return net.reshape(y, net.batch, ANCHORS * rows * columns, 5 + CLASSES)


def _places(net, rows):
    """Indices of the best boxes as [batch, best, 2] in 64 bits: image and row."""
    images = np.repeat(np.arange(net.batch), BEST).reshape(net.batch, BEST, 1)
    rows = net.reshape(net.cast(rows, "int64"), net.batch, BEST, 1)
    return net.concat([net.constant(images, "int64"), rows])


def _picked(net, values, places):
    return net.node("GATHER_ND", [values, places], (*places.shape[:2], *values.shape[2:]))


def _select(net, boxes):
    """The boxes of the largest products of score and class."""
    whole = slice(None)
    classes = net.mul(net.slice(boxes, whole, whole, slice(5, None)), net.slice(boxes, whole, whole, slice(4, 5)))
    best = net.reduce("REDUCE_MAX", classes, [2])
    kinds = net.node("ARG_MAX", [classes, net.constant(2, "int32")], best.shape, "int64", outputType="INT64")
    shape = (net.batch, BEST)
    scores, rows = net.nodes("TOPK_V2", [best, net.constant(BEST, "int32")], [shape] * 2, ["float32", "int32"])
    places = _places(net, rows)
    corners = _picked(net, net.slice(boxes, whole, whole, slice(0, 4)), places)
    return corners, scores, _picked(net, kinds, places)


@network()
def yolo(net):
    """YOLO with two scales of a 96 by 96 image, and three anchors for each."""
    x = _layer(net, net.input(net.batch, 96, 96, 3), 8, 6, 2)
    for channels in (16, 32):
        x = _partial_block(net, _layer(net, x, channels, 3, 2), channels)
    near = _partial_block(net, _layer(net, x, 64, 3, 2), 64)
    far = _pooled_pyramid(net, _partial_block(net, _layer(net, near, 96, 3, 2), 96))
    joined = net.concat([_enlarged(net, _layer(net, far, 64)), near])
    scales = [(_partial_block(net, joined, 64), 16, [10, 13, 16, 30, 33, 23]), (far, 32, [30, 61, 62, 45, 59, 90])]
    boxes = net.concat([_decoded(net, *scale) for scale in scales], axis=1)
    net.outputs(*_select(net, boxes))
