"""The networks that are measured: single operators of common sizes, and three image classifiers.

Weights come from a generator with a fixed seed for each network. Kernels are scaled by He's rule, and the
statistics of batch normalisation are those of a random input, so that activations keep a scale of about one
through all layers and the peers' outputs can be compared.
"""

import zlib

import keras
import numpy as np
from keras import layers


def build(name):
    """The Keras model of that name, with its weights."""
    model = _MAKERS[name]()
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    for layer in model.layers:
        _set_weights(layer, rng)
    _settle_batch_normalisation(model, rng)
    return model


def names():
    return list(_MAKERS)


def as_inputs(model, tensors):
    """The tensors in the form in which the model expects its inputs: one alone, or a list."""
    return list(tensors) if len(model.inputs) > 1 else tensors[0]


def _set_weights(layer, rng):
    if isinstance(layer, layers.BatchNormalization):
        layer.gamma.assign(rng.uniform(0.8, 1.2, layer.gamma.shape))
        layer.beta.assign(rng.uniform(-0.1, 0.1, layer.beta.shape))
        return
    # A depthwise kernel is [height, width, channels, 1]: each output sees one channel.
    depthwise = isinstance(layer, layers.DepthwiseConv2D)
    for weight in layer.weights:
        if len(weight.shape) == 1:
            weight.assign(rng.uniform(-0.1, 0.1, weight.shape))
        else:
            fan_in = np.prod(weight.shape[:2] if depthwise else weight.shape[:-1])
            weight.assign(rng.normal(0.0, np.sqrt(2.0 / fan_in), weight.shape))


def _settle_batch_normalisation(model, rng):
    normalisations = [layer for layer in model.layers if isinstance(layer, layers.BatchNormalization)]
    if not normalisations:
        return
    # With a momentum of zero, one pass in training mode leaves the statistics of its input.
    for layer in normalisations:
        layer.momentum = 0.0
    images = [rng.uniform(-1.0, 1.0, tensor.shape).astype(np.float32) for tensor in model.inputs]
    model(as_inputs(model, images), training=True)


def _one_operator(shape, operator, inputs=1):
    tensors = [layers.Input(shape, batch_size=1) for _ in range(inputs)]
    return keras.Model(tensors, operator(tensors if inputs > 1 else tensors[0]))


def _image():
    return layers.Input((224, 224, 3), batch_size=1)


def _mobilenet_v1():
    return keras.applications.MobileNet(input_tensor=_image(), weights=None)


def _mobilenet_v2():
    return keras.applications.MobileNetV2(input_tensor=_image(), weights=None)


def _normalised_conv(x, filters, kernel, stride):
    x = layers.Conv2D(filters, kernel, stride, padding="same", use_bias=False)(x)
    return layers.BatchNormalization()(x)


def _residual_block(x, filters, stride):
    y = layers.ReLU()(_normalised_conv(x, filters, 3, stride))
    y = _normalised_conv(y, filters, 3, 1)
    same_shape = stride == 1 and x.shape[-1] == filters
    shortcut = x if same_shape else _normalised_conv(x, filters, 1, stride)
    return layers.ReLU()(layers.Add()([y, shortcut]))


def _resnet18():
    image = _image()
    x = layers.ReLU()(_normalised_conv(image, 64, 7, 2))
    x = layers.MaxPooling2D(3, 2, padding="same")(x)
    for filters in (64, 128, 256, 512):
        x = _residual_block(x, filters, 1 if filters == 64 else 2)
        x = _residual_block(x, filters, 1)
    x = layers.Dense(1000)(layers.GlobalAveragePooling2D()(x))
    return keras.Model(image, layers.Softmax()(x))


_MAKERS = {
    "conv1x1_256_28": lambda: _one_operator((28, 28, 256), layers.Conv2D(256, 1, activation="relu")),
    "conv3x3_64_56": lambda: _one_operator(
        (56, 56, 64), layers.Conv2D(64, 3, padding="same", activation="relu")
    ),
    "dw3x3_128_56": lambda: _one_operator(
        (56, 56, 128), layers.DepthwiseConv2D(3, padding="same", activation="relu")
    ),
    "add_56x56x64": lambda: _one_operator((56, 56, 64), layers.Add(), inputs=2),
    "maxpool3x3s2_112x64": lambda: _one_operator((112, 112, 64), layers.MaxPooling2D(3, 2, padding="same")),
    "mobilenetv1_224": _mobilenet_v1,
    "mobilenetv2_224": _mobilenet_v2,
    "resnet18_224": _resnet18,
}
