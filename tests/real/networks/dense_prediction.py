"""Networks whose output is an image: U-Net (Ronneberger et al. 2015) and DeepLab V3 (Chen et al. 2017)."""

from images import conv, depthwise, global_mean, pool, resize, transpose_conv
from registry import network


def _twice(net, x, channels):
    x = conv(net, x, channels, 3, 1, "RELU")
    return conv(net, x, channels, 3, 1, "RELU")


@network(open_batch=True)
def unet(net):
    skips, x = [], net.input(net.batch, 64, 64, 3)
    for channels in (8, 16, 32, 64):
        skips.append(_twice(net, x, channels))
        x = pool(net, "MAX", skips[-1], 2, 2)
    x = _twice(net, x, 128)
    for skip in reversed(skips):
        x = transpose_conv(net, x, skip.channels)
        x = _twice(net, net.concat([skip, x]), skip.channels)
    net.outputs(net.unary("LOGISTIC", conv(net, x, 1)))


def _dilated(net, x, dilation):
    return depthwise(net, x, 3, 1, "RELU", dilation=dilation)


def _dilated_in_blocks(net, x, dilation):
    """Dilation as old converters wrote it: pixels at the distance of the dilation become an image of their own."""
    if dilation == 1:
        return depthwise(net, x, 3, 1, "RELU")
    rows = x.shape[1] + 2 * dilation
    rows += -rows % dilation
    after = rows - x.shape[1] - dilation
    block, pads = net.constant([dilation] * 2, "int32"), net.constant([[dilation, after]] * 2, "int32")
    shape = (x.shape[0] * dilation**2, rows // dilation, rows // dilation, x.channels)
    y = depthwise(net, net.node("SPACE_TO_BATCH_ND", [x, block, pads], shape), 3, 1, "RELU", padding="VALID")
    crops = net.constant([[0, y.shape[1] * dilation - x.shape[1]]] * 2, "int32")
    return net.node("BATCH_TO_SPACE_ND", [y, block, crops], x.shape)


def _residual(net, x, channels, stride, dilation, dilated):
    y = conv(net, x, 6 * x.channels, 1, 1, "RELU6", gain=1.0)
    y = depthwise(net, y, 3, stride, "RELU6") if stride > 1 else dilated(net, y, dilation)
    y = conv(net, y, channels)
    return net.add(x, y) if x.shape == y.shape else y


def _pyramid(net, x, dilated):
    """Atrous spatial pyramid pooling: three dilations, a convolution of one pixel, and the mean of the image."""
    image = conv(net, global_mean(net, x, keep=True), 32, 1, 1, "RELU")
    branches = [resize(net, image, *x.shape[1:3], alignCorners=True), conv(net, x, 32, 1, 1, "RELU")]
    for dilation in (2, 4, 6):
        branches.append(conv(net, dilated(net, x, dilation), 32, 1, 1, "RELU"))
    return conv(net, net.concat(branches), 32, 1, 1, "RELU")


def _deeplab(net, dilated, **resizing):
    image = net.input(net.batch, 65, 65, 3)
    x = conv(net, net.add(net.mul(image, 2.0), -1.0), 16, 3, 2, "RELU6", gain=3.0)
    low = x = _residual(net, x, 16, 2, 1, dilated)
    for channels, stride, dilation in [(24, 2, 1), (24, 1, 1), (32, 1, 2), (32, 1, 2), (48, 1, 4), (48, 1, 4)]:
        x = _residual(net, x, channels, stride, dilation, dilated)
    x = resize(net, _pyramid(net, x, dilated), *low.shape[1:3], **resizing)
    x = net.concat([x, conv(net, low, 12, 1, 1, "RELU", gain=1.0)])
    x = conv(net, depthwise(net, x, 3, 1, "RELU"), 32, 1, 1, "RELU")
    return resize(net, conv(net, x, 21), *image.shape[1:3], **resizing)


@network()
def deeplab_v3(net):
    net.outputs(net.softmax(_deeplab(net, _dilated, halfPixelCenters=True)))


@network()
def deeplab_v3_of_old_converters(net):
    """DeepLab V3 with dilation by SPACE_TO_BATCH_ND; the output is the class of each pixel, as a 64-bit integer."""
    scores = _deeplab(net, _dilated_in_blocks, alignCorners=True)
    axis = net.constant(3, "int32")
    net.outputs(net.node("ARG_MAX", [scores, axis], scores.shape[:3], "int64", outputType="INT64"))
