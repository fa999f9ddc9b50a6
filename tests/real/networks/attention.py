"""Layers of transformers, as the converters of TensorFlow and PyTorch write them."""

import numpy as np


def layer_norm(net, x, epsilon=1e-6):
    """Layer normalization over the last dim, with scale and shift folded in Keras' order."""
    row = (1,) * (len(x.shape) - 1) + (x.channels,)
    mean = net.reduce("MEAN", x, [-1], keep=True)
    negative = net.unary("NEG", mean)
    variance = net.reduce("MEAN", net.binary("SQUARED_DIFFERENCE", x, mean), [-1], keep=True)
    scale = net.mul(net.unary("RSQRT", net.add(variance, epsilon)), net.uniform(row, 0.8, 1.2))
    shift = net.add(net.mul(negative, scale), net.uniform(row, -0.1, 0.1))
    return net.add(net.mul(x, scale), shift)


def torch_layer_norm(net, x, epsilon=1e-5):
    """Layer normalization over the last dim, in the order of PyTorch's decomposition: the difference first."""
    difference = net.binary("SUB", x, net.reduce("MEAN", x, [-1], keep=True))
    variance = net.reduce("MEAN", net.mul(difference, difference), [-1], keep=True)
    normal = net.mul(difference, net.unary("RSQRT", net.add(variance, epsilon)))
    return net.add(net.mul(normal, net.uniform((x.channels,), 0.8, 1.2)), net.uniform((x.channels,), -0.1, 0.1))


def tanh_gelu(net, x):
    """GELU's approximation with TANH, as single nodes."""
    cube = net.mul(net.binary("POW", x, 3.0), 0.044715)
    inner = net.mul(net.add(x, cube), float(np.sqrt(2.0 / np.pi)))
    return net.mul(net.mul(x, 0.5), net.add(net.unary("TANH", inner), 1.0))


def heads_of(net, x, heads):
    """Splits [batch, tokens, channels] into [batch, heads, tokens, channels of a head]."""
    split = net.keras_reshape(x, x.shape[1], heads, x.channels // heads)
    return net.transpose(split, 0, 2, 1, 3)


def joined(net, x):
    """Joins [batch, heads, tokens, channels of a head] to [batch, tokens, channels]."""
    x = net.transpose(x, 0, 2, 1, 3)
    return net.keras_reshape(x, x.shape[1], x.shape[2] * x.shape[3])


def weighted(net, query, key, value, mask=None, bias=None):
    """softmax(query key^T * scale + bias + mask) value, of any rank."""
    scores = net.matmul(query, key, adj_y=True)
    scores = net.mul(scores, 1.0 / float(np.sqrt(query.channels)))
    for summand in (bias, mask):
        scores = scores if summand is None else net.add(scores, summand)
    return net.matmul(net.softmax(scores), value)


def attention(net, x, heads, mask=None, context=None, value=None, width=None):
    """Multi-head attention of x over `context`, by default x itself. `value` replaces the context as the source of values.
    `width` is the number of channels of all heads.
    """
    width, context = width or x.channels, context or x
    query, key, value = (heads_of(net, net.dense(source, width), heads) for source in (x, context, value or context))
    return net.dense(joined(net, weighted(net, query, key, value, mask)), x.channels)


def mlp(net, x, gelu, factor=4):
    return net.dense(gelu(net, net.dense(x, factor * x.channels)), x.channels, gain=2.0)


def gelu(net, x):
    return net.unary("GELU", x, approximate=False)


def encoder_block(net, x, heads):
    """Attention and a perceptron, each after a normalization."""
    x = net.add(x, attention(net, layer_norm(net, x), heads))
    return net.add(x, mlp(net, layer_norm(net, x), gelu))
