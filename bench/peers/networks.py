"""The networks that are measured: single operators of common sizes, three image classifiers made of convolutions, and two
transformers.

Weights come from a generator with a fixed seed for each network. Kernels are scaled by He's rule, and the
statistics of batch normalisation are those of a random input. Activations thus keep a scale of about one
through all layers, and the peers' outputs can be compared.
"""

import zlib

import keras
import numpy as np
import tensorflow as tf
from keras import layers


def build(name):
    """Returns the Keras model of that name, with its weights."""
    model = _MAKERS[name]()
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    for layer in model.layers:
        _set_weights(layer, rng)
    _settle_batch_normalisation(model, rng)
    return model


def names():
    return list(_MAKERS)


def as_inputs(model, tensors):
    """Returns the tensors in the form in which the model expects its inputs: a single tensor or a list."""
    return list(tensors) if len(model.inputs) > 1 else tensors[0]


def inference(model):
    """Returns the function that converters take, and the specifications of its arguments, whose shapes are
    fixed."""

    def infer(*tensors):
        return model(as_inputs(model, tensors), training=False)

    return tf.function(infer), [tf.TensorSpec(tensor.shape, tensor.dtype) for tensor in model.inputs]


WORDS = 30522  # BERT's vocabulary


def inputs(model, rng):
    """Returns seeded inputs in the order of the model's: pixels, or words and a mask of those that count."""
    return [_input(tensor, rng) for tensor in model.inputs]


def _input(tensor, rng):
    if tensor.dtype == "float32":
        return rng.uniform(-1.0, 1.0, tensor.shape).astype(np.float32)
    return rng.integers(0, {"words": WORDS, "mask": 2}[tensor.name], tensor.shape, dtype=np.int32)


def _set_weights(layer, rng):
    if isinstance(layer, (layers.BatchNormalization, layers.LayerNormalization)):
        layer.gamma.assign(rng.uniform(0.8, 1.2, layer.gamma.shape))
        layer.beta.assign(rng.uniform(-0.1, 0.1, layer.beta.shape))
        return
    if isinstance(layer, (layers.Embedding, _Learned)):
        layer.weights[0].assign(rng.normal(0.0, 0.7, layer.weights[0].shape))
        return
    # A depthwise kernel is [height, width, channels, 1]: each output reads one channel.
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
    # With a momentum of zero, one pass in training mode sets the statistics to those of its input.
    for layer in normalisations:
        layer.momentum = 0.0
    model(as_inputs(model, inputs(model, rng)), training=True)


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


def _ds_cnn():
    """The small keyword-spotting network of "Hello Edge" (arXiv 1711.07128): 49 windows of 10 coefficients, 12 words."""
    sound = layers.Input((49, 10, 1), batch_size=1)
    x = layers.ReLU()(layers.BatchNormalization()(layers.Conv2D(64, (10, 4), 2, padding="same", use_bias=False)(sound)))
    for _ in range(4):
        x = layers.DepthwiseConv2D(3, padding="same", use_bias=False)(x)
        x = layers.ReLU()(layers.BatchNormalization()(x))
        x = layers.ReLU()(_normalised_conv(x, 64, 1, 1))
    x = layers.Dense(12)(layers.GlobalAveragePooling2D()(x))
    return keras.Model(sound, layers.Softmax()(x))


class _Learned(layers.Layer):
    """A learned tensor: added to each image's, or inserted before its first token."""

    def __init__(self, shape, joined=False):
        super().__init__()
        self._shape, self._joined = shape, joined

    def build(self, _):
        self.table = self.add_weight(shape=(1, *self._shape), initializer="zeros")

    def call(self, x):
        return keras.ops.concatenate([self.table, x], axis=1) if self._joined else x + self.table


def _heads(x, heads):
    tokens, channels = x.shape[1:]
    split = layers.Reshape((tokens, heads, channels // heads))(layers.Dense(channels)(x))
    return layers.Permute((2, 1, 3))(split)


def _attention(x, heads, mask=None):
    tokens, channels = x.shape[1:]
    query, key, value = (_heads(x, heads) for _ in range(3))
    scores = keras.ops.matmul(query, layers.Permute((1, 3, 2))(key)) * (channels // heads) ** -0.5
    scores = scores if mask is None else scores + mask
    weighted = keras.ops.matmul(layers.Softmax()(scores), value)
    joined = layers.Reshape((tokens, channels))(layers.Permute((2, 1, 3))(weighted))
    return layers.Dense(channels)(joined)


def _perceptron(x):
    hidden = keras.activations.gelu(layers.Dense(4 * x.shape[-1])(x), approximate=True)
    return layers.Dense(x.shape[-1])(hidden)


def _vit():
    """ViT-Ti/16."""
    image = _image()
    x = layers.Reshape((196, 192))(layers.Conv2D(192, 16, 16)(image))
    x = _Learned((197, 192))(_Learned((1, 192), joined=True)(x))
    for _ in range(12):
        x = layers.Add()([x, _attention(layers.LayerNormalization(epsilon=1e-6)(x), 3)])
        x = layers.Add()([x, _perceptron(layers.LayerNormalization(epsilon=1e-6)(x))])
    x = layers.LayerNormalization(epsilon=1e-6)(x)
    return keras.Model(image, layers.Dense(1000)(x[:, 0]))


def _bert():
    """BERT-Mini's encoder: 4 layers, 4 heads, 256 channels, 128 words."""
    words, mask = (layers.Input((128,), batch_size=1, dtype="int32", name=name) for name in ("words", "mask"))
    far_below = (1.0 - keras.ops.cast(mask, "float32")) * -10000.0
    far_below = layers.Reshape((1, 1, 128))(far_below)
    x = _Learned((128, 256))(layers.Embedding(WORDS, 256)(words))
    x = layers.LayerNormalization(epsilon=1e-12)(x)
    for _ in range(4):
        x = layers.LayerNormalization(epsilon=1e-12)(layers.Add()([x, _attention(x, 4, far_below)]))
        x = layers.LayerNormalization(epsilon=1e-12)(layers.Add()([x, _perceptron(x)]))
    return keras.Model([words, mask], x)


# tf2onnx does not support TFLite's GELU, nor FULLY_CONNECTED of three dims: these are converted from the Keras
# model.
TRANSFORMERS = ("vit_tiny_224", "bert_mini_128")
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
    "vit_tiny_224": _vit,
    "bert_mini_128": _bert,
    "ds_cnn": _ds_cnn,
}
