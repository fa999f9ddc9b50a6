"""ResNet-50 (He et al. 2015), DenseNet-121 (Huang et al. 2016) and ConvNeXt-Tiny (Liu et al. 2022), as Keras builds them."""

from attention import layer_norm
from images import batch_normalization, classify, conv, depthwise, global_mean, pool
from registry import network


def _stem(net, x, channels):
    """The stem: a window of 7 and a pool of 3, each after a separate PAD as in Keras."""
    x = conv(net, net.pad_image(x, 3, 3), channels, 7, 2, "RELU", padding="VALID")
    return pool(net, "MAX", net.pad_image(x, 1, 1), 3, 2)


def _bottleneck(net, x, channels, stride):
    y = conv(net, x, channels, 1, stride, "RELU", gain=1.0)
    y = conv(net, y, channels, 3, 1, "RELU")
    y = conv(net, y, 4 * channels, gain=1.0)
    shortcut = x if x.shape == y.shape else conv(net, x, 4 * channels, 1, stride, gain=1.0)
    return net.add(shortcut, y, fusedActivationFunction="RELU")


@network(open_batch=True)
def resnet_50(net):
    """ResNet-50 with width 1/4."""
    x = _stem(net, net.input(net.batch, 64, 64, 3), 16)
    for channels, count in [(16, 3), (32, 4), (64, 6), (128, 3)]:
        for index in range(count):
            x = _bottleneck(net, x, channels, 2 if index == 0 and channels > 16 else 1)
    classify(net, x)


def _dense_layer(net, x, growth):
    """A dense layer. Its first normalization is of a concatenation, so it is not folded into a convolution."""
    y = conv(net, batch_normalization(net, x, "RELU"), 4 * growth, 1, 1, "RELU")
    return net.concat([x, conv(net, y, growth, 3)])


@network()
def densenet_121(net):
    """DenseNet-121 with growth 8 in place of 32."""
    x = _stem(net, net.input(net.batch, 64, 64, 3), 16)
    for count in (6, 12, 24, 16):
        for _ in range(count):
            x = _dense_layer(net, x, 8)
        if count != 16:
            x = conv(net, batch_normalization(net, x, "RELU"), x.channels // 2)
            x = pool(net, "AVERAGE", x, 2, 2)
    classify(net, batch_normalization(net, x, "RELU"))


def _convnext_block(net, x):
    y = layer_norm(net, depthwise(net, x, 7, gain=1.0))
    y = net.unary("GELU", net.dense(y, 4 * x.channels))
    y = net.mul(net.dense(y, x.channels, gain=2.0), net.uniform((x.channels,), 0.2, 0.5))
    return net.add(x, y)


@network(open_batch=True)
def convnext_tiny(net):
    """ConvNeXt-Tiny with width 1/3."""
    x = layer_norm(net, conv(net, net.input(net.batch, 64, 64, 3), 32, 4, 4, padding="VALID"))
    for channels, count in [(32, 3), (64, 3), (128, 9), (256, 3)]:
        if channels > 32:
            x = conv(net, layer_norm(net, x), channels, 2, 2, gain=1.0, padding="VALID")
        for _ in range(count):
            x = _convnext_block(net, x)
    net.outputs(net.dense(layer_norm(net, global_mean(net, x)), 1000))
