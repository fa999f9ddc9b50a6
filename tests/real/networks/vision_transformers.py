"""ViT (Dosovitskiy et al. 2020) and Swin (Liu et al. 2021)."""

import numpy as np

from attention import encoder_block, gelu, layer_norm, mlp, torch_layer_norm, weighted
from images import conv
from registry import network


def _class_token(net, x):
    """Prepends the class token to each image's tokens, repeated for the batch."""
    parts = [net.open_batch(x), net.constant(1, "int32"), net.constant(x.channels, "int32")]
    shape = net.node("PACK", parts, [3], valuesCount=3)
    token = net.normal((1, 1, x.channels), 0.5)
    tokens = net.node("BROADCAST_TO", [token, shape], (net.batch, 1, x.channels), version=2)
    return net.concat([tokens, x], axis=1)


@network(open_batch=True)
def vit(net):
    """ViT with patches of 8 in an image of 64, and four blocks of 96 channels."""
    x = conv(net, net.input(net.batch, 64, 64, 3), 96, 8, 8, gain=3.0, padding="VALID")
    x = _class_token(net, net.keras_reshape(x, 64, 96))
    x = net.add(x, net.normal((1, 65, 96), 0.3))
    for _ in range(4):
        x = encoder_block(net, x, 4)
    net.outputs(net.dense(net.slice(layer_norm(net, x), slice(None), 0), 1000, gain=2.0))


WINDOW = 4


def _windows(net, x):
    """Splits [batch, rows, columns, channels] into [windows of all images, tokens of a window, channels], by six dims."""
    rows, columns = x.shape[1] // WINDOW, x.shape[2] // WINDOW
    x = net.transpose(net.reshape(x, x.shape[0], rows, WINDOW, columns, WINDOW, x.channels), 0, 1, 3, 2, 4, 5)
    return net.reshape(x, x.shape[0] * rows * columns, WINDOW * WINDOW, x.channels)


def _image(net, x, like):
    """Joins the windows to an image again."""
    rows, columns = like.shape[1] // WINDOW, like.shape[2] // WINDOW
    x = net.reshape(x, like.shape[0], rows, columns, WINDOW, WINDOW, x.channels)
    return net.reshape(net.transpose(x, 0, 1, 3, 2, 4, 5), *like.shape)


def _part(net, x, axis, begin, end):
    """A SLICE along one axis; sizes of -1 take an open batch whole."""
    starts, sizes = [0] * len(x.shape), [-1] * len(x.shape)
    starts[axis], sizes[axis] = begin, end - begin
    shape = [end - begin if i == axis else dim for i, dim in enumerate(x.shape)]
    return net.node("SLICE", [x, net.constant(starts, "int32"), net.constant(sizes, "int32")], shape)


def _rolled(net, x, places):
    """PyTorch's roll of rows and columns, one axis after the other."""
    for axis in (1, 2):
        cut = -places % x.shape[axis]
        x = net.concat([_part(net, x, axis, cut, x.shape[axis]), _part(net, x, axis, 0, cut)], axis)
    return x


def _relative_places():
    """Indices into the table of relative positions, for each pair of a window's tokens."""
    places = np.stack(np.meshgrid(np.arange(WINDOW), np.arange(WINDOW), indexing="ij")).reshape(2, -1)
    distance = places[:, :, None] - places[:, None, :] + WINDOW - 1
    return distance[0] * (2 * WINDOW - 1) + distance[1]


def _relative_bias(net, heads):
    tokens = WINDOW * WINDOW
    table = net.normal(((2 * WINDOW - 1) ** 2, heads), 0.5)
    rows = net.gather(table, net.constant(_relative_places().ravel(), "int64"))
    bias = net.transpose(net.reshape_constant(rows, tokens, tokens, heads), 2, 0, 1)
    return net.node("EXPAND_DIMS", [bias, net.constant(0, "int32")], (1, heads, tokens, tokens))


def _shift_mask(sides, shift):
    """The mask [windows, 1, tokens, tokens] that separates tokens which the roll has brought together."""
    region = np.zeros(sides, int)
    for axis in (0, 1):
        places = np.arange(sides[axis])
        part = (places >= sides[axis] - WINDOW).astype(int) + (places >= sides[axis] - shift)
        region += part[:, None] * 3 if axis == 0 else part[None, :]
    region = region.reshape(sides[0] // WINDOW, WINDOW, sides[1] // WINDOW, WINDOW).transpose(0, 2, 1, 3)
    region = region.reshape(-1, WINDOW * WINDOW)
    return np.where(region[:, None, :] == region[:, :, None], 0.0, -100.0)[:, None]


def _masked(net, scores, mask):
    """Adds the mask of each window of an image, in five dims."""
    windows, heads, tokens = mask.shape[0], *scores.shape[1:3]
    split = net.reshape(scores, scores.shape[0] // windows, windows, heads, tokens, tokens)
    return net.reshape(net.add(split, net.constant(mask[None])), *scores.shape)


def _window_attention(net, x, heads, mask):
    windows, tokens, channels = x.shape
    qkv = net.reshape(net.dense(x, 3 * channels), windows, tokens, 3, heads, channels // heads)
    qkv = net.transpose(qkv, 2, 0, 3, 1, 4)
    query, key, value = (net.slice(qkv, part) for part in range(3))
    scores = net.matmul(net.mul(query, float((channels // heads) ** -0.5)), net.transpose(key, 0, 1, 3, 2))
    scores = net.add(scores, _relative_bias(net, heads))
    scores = scores if mask is None else _masked(net, scores, mask)
    x = net.transpose(net.matmul(net.softmax(scores), value), 0, 2, 1, 3)
    return net.dense(net.reshape(x, windows, tokens, channels), channels)


def _swin_block(net, x, heads, shift):
    y = torch_layer_norm(net, x)
    y = _rolled(net, y, -shift) if shift else y
    mask = _shift_mask(x.shape[1:3], shift) if shift else None
    y = _image(net, _window_attention(net, _windows(net, y), heads, mask), x)
    x = net.add(x, _rolled(net, y, shift) if shift else y)
    return net.add(x, mlp(net, torch_layer_norm(net, x), gelu))


def _merged(net, x):
    """Patch merging: four neighbours become one token with twice the channels."""
    whole, even, odd = slice(None), slice(0, None, 2), slice(1, None, 2)
    corners = [(even, even), (odd, even), (even, odd), (odd, odd)]
    x = net.concat([net.slice(x, whole, rows, columns, whole) for rows, columns in corners])
    return net.dense(torch_layer_norm(net, x), x.channels // 2, bias=False)


@network(open_batch=True)
def swin(net):
    """Swin with windows of 4 by 4; in the last stage the image is one window."""
    x = conv(net, net.input(net.batch, 64, 64, 3), 32, 4, 4, gain=3.0, padding="VALID")
    x = torch_layer_norm(net, x)
    for stage, heads in enumerate((2, 4, 8)):
        x = _merged(net, x) if stage > 0 else x
        for shift in (0, 2 if x.shape[1] > WINDOW else 0):
            x = _swin_block(net, x, heads, shift)
    x = net.reduce("MEAN", torch_layer_norm(net, x), [1, 2])
    net.outputs(net.dense(x, 1000, gain=2.0))
