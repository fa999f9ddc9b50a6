"""MobileNet V1 and V2 (224, width 1) and ResNet-18 as models with weights of zeros. They serve for measures that do not
depend on values, such as dispatches, memory and compiled pipelines.

The sources are Howard et al. 2017 (arXiv:1704.04861), Sandler et al. 2018 (arXiv:1801.04381) and He et al. 2015
(arXiv:1512.03385). The models are as TFLite converters write them: batch normalization folded, SAME padding, NHWC.
"""

import numpy as np

from model_builder import ModelBuilder


class Network:
    """Appends layers one after another; `shape` is the latest tensor's shape."""

    def __init__(self, size=224, channels=3):
        self.model = ModelBuilder()
        self.graph = self.model.subgraph()
        self.shape = (1, size, size, channels)
        self.tensor = self.graph.input(self.shape)

    def _windowed(self, op, filter_shape, channels, stride, **params):
        rows, columns = (-(-extent // stride) for extent in self.shape[1:3])
        weights = self.graph.constant(np.zeros(filter_shape))
        bias = self.graph.constant(np.zeros(channels))
        self.shape = (1, rows, columns, channels)
        self.tensor = self.graph.node(
            op, [self.tensor, weights, bias], self.shape, padding="SAME", strideH=stride, strideW=stride, **params
        )

    def conv(self, channels, kernel=1, stride=1, activation="RELU6"):
        filter_shape = (channels, kernel, kernel, self.shape[3])
        self._windowed("CONV_2D", filter_shape, channels, stride, fusedActivationFunction=activation)

    def depthwise(self, stride):
        channels = self.shape[3]
        params = {"depthMultiplier": 1, "fusedActivationFunction": "RELU6"}
        self._windowed("DEPTHWISE_CONV_2D", (1, 3, 3, channels), channels, stride, **params)

    def max_pool(self):
        self.shape = (1, self.shape[1] // 2, self.shape[2] // 2, self.shape[3])
        window = {"padding": "SAME", "strideH": 2, "strideW": 2, "filterHeight": 3, "filterWidth": 3}
        self.tensor = self.graph.node("MAX_POOL_2D", [self.tensor], self.shape, **window)

    def add(self, other, activation="NONE"):
        params = {"fusedActivationFunction": activation}
        self.tensor = self.graph.node("ADD", [self.tensor, other], self.shape, **params)

    def classify(self, classes=1000, softmax=True):
        channels = self.shape[3]
        axes = self.graph.constant([1, 2], "int32")
        pooled = self.graph.node("MEAN", [self.tensor, axes], (1, channels), keepDims=False)
        weights = self.graph.constant(np.zeros((classes, channels)))
        bias = self.graph.constant(np.zeros(classes))
        scores = self.graph.node("FULLY_CONNECTED", [pooled, weights, bias], (1, classes))
        if softmax:
            scores = self.graph.node("SOFTMAX", [scores], (1, classes), beta=1.0)
        self.graph.outputs(scores)
        return self.model.serialize()


def mobilenet_v1():
    network = Network()
    network.conv(32, kernel=3, stride=2)
    blocks = [(64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), *[(512, 1)] * 5, (1024, 2), (1024, 1)]
    for channels, stride in blocks:
        network.depthwise(stride)
        network.conv(channels)
    return network.classify()


def mobilenet_v2():
    network = Network()
    network.conv(32, kernel=3, stride=2)
    groups = [(1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1)]
    for expansion, channels, count, stride in groups:
        for index in range(count):
            _inverted_residual(network, expansion, channels, stride if index == 0 else 1)
    network.conv(1280)
    return network.classify()


def _inverted_residual(network, expansion, channels, stride):
    before, is_residual = network.tensor, stride == 1 and network.shape[3] == channels
    if expansion > 1:
        network.conv(network.shape[3] * expansion)
    network.depthwise(stride)
    network.conv(channels, activation="NONE")
    if is_residual:
        network.add(before)


def resnet_18():
    network = Network()
    network.conv(64, kernel=7, stride=2, activation="RELU")
    network.max_pool()
    for channels, stride in [(64, 1), (64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), (512, 1)]:
        _basic_block(network, channels, stride)
    return network.classify(softmax=False)


def _basic_block(network, channels, stride):
    before, shape = network.tensor, network.shape
    network.conv(channels, kernel=3, stride=stride, activation="RELU")
    network.conv(channels, kernel=3, activation="NONE")
    main, main_shape = network.tensor, network.shape
    if stride > 1:
        network.tensor, network.shape = before, shape
        network.conv(channels, stride=stride, activation="NONE")
        before = network.tensor
    network.tensor, network.shape = main, main_shape
    network.add(before, activation="RELU")


NETWORKS = {"mobilenet_v1": mobilenet_v1, "mobilenet_v2": mobilenet_v2, "resnet_18": resnet_18}
