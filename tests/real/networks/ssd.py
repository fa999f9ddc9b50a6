"""A detector on MobileNet V1 (Liu et al. 2016, Howard et al. 2017), as TensorFlow's object detection API writes it. Each of six
feature maps has a predictor of boxes and one of classes, and a custom operator chooses the best boxes.
"""

import numpy as np

from images import conv, depthwise
from registry import network

SIDE, CLASSES = 160, 90
MAPS = 6
RATIOS = (1.0, 2.0, 0.5, 3.0, 1 / 3)
OPTIONS = {
    "max_detections": 10,
    "max_classes_per_detection": 1,
    "num_classes": CLASSES,
    "nms_score_threshold": 1e-8,
    "nms_iou_threshold": 0.6,
    "y_scale": 10.0,
    "x_scale": 10.0,
    "h_scale": 5.0,
    "w_scale": 5.0,
}


def _separable(net, x, channels, stride=1):
    return conv(net, depthwise(net, x, 3, stride, "RELU6"), channels, 1, 1, "RELU6")


def _feature_maps(net, x):
    """The feature maps: two of the backbone, and four after it, each half as wide as the one before."""
    x = conv(net, x, 16, 3, 2, "RELU6")
    for channels, stride in [(32, 1), (64, 2), (64, 1), (128, 2), (128, 1), (256, 2), *[(256, 1)] * 5]:
        x = _separable(net, x, channels, stride)
    maps = [x, _separable(net, _separable(net, x, 512, 2), 512)]
    for narrow, wide in [(128, 256), (64, 128), (64, 128), (32, 64)]:
        maps.append(conv(net, conv(net, maps[-1], narrow, 1, 1, "RELU6"), wide, 3, 2, "RELU6"))
    return maps


def _sizes(level):
    """Heights and widths of a map's anchors, relative to the image; scales grow evenly from map to map."""
    scales = [*np.linspace(0.2, 0.95, MAPS), 1.0]
    if level == 0:
        pairs = [(0.1, 1.0), (scales[0], 2.0), (scales[0], 0.5)]
    else:
        pairs = [*((scales[level], ratio) for ratio in RATIOS), (np.sqrt(scales[level] * scales[level + 1]), 1.0)]
    return [(scale / np.sqrt(ratio), scale * np.sqrt(ratio)) for scale, ratio in pairs]


def _anchors(level, rows, columns):
    """The centre and the size of each anchor of each cell."""
    cells = [((row + 0.5) / rows, (column + 0.5) / columns) for row in range(rows) for column in range(columns)]
    return [(*centre, *size) for centre in cells for size in _sizes(level)]


def _predicted(net, maps, numbers, gain):
    """The predictors' outputs: `numbers` values for each anchor of all maps."""
    parts = []
    for level, x in enumerate(maps):
        anchors = x.shape[1] * x.shape[2] * len(_sizes(level))
        parts.append(net.reshape(conv(net, x, len(_sizes(level)) * numbers, gain=gain), 1, anchors, numbers))
    return net.concat(parts, axis=1)


@network()
def ssd_mobilenet_v1(net):
    """SSD with width 1/2 and a smaller image; the classes are the background and those of COCO."""
    maps = _feature_maps(net, net.input(1, SIDE, SIDE, 3))
    boxes = _predicted(net, maps, 4, gain=10.0)
    scores = net.unary("LOGISTIC", _predicted(net, maps, CLASSES + 1, gain=40.0))
    anchors = net.constant([row for level, x in enumerate(maps) for row in _anchors(level, *x.shape[1:3])])
    best = OPTIONS["max_detections"]
    shapes = [(1, best, 4), (1, best), (1, best), (1,)]
    operands = [boxes, scores, anchors]
    options = {"flexbuffer": OPTIONS}
    found = net.nodes("TFLite_Detection_PostProcess", operands, shapes, ["float32"] * 4, custom_options=options)
    net.outputs(*found)
