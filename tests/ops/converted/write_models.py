"""Writes the models of this folder with TensorFlow's own converter: layers of Keras with seeded weights, quantized after training.

    python -m venv converter && converter/bin/pip install tensorflow==2.21.0 tf_keras==2.21.0
    converter/bin/python tests/ops/converted/write_models.py [NAME ...]

Run by hand: TensorFlow is no part of any test's environment. These versions wrote the files in the repository, on x86-64.
Keras 3 has no LSTM that the converter takes for one node; tf_keras has. The converter refuses such a node in 16x8. (Error:
"Quantization to 16x8-bit not yet supported".) A stateful one in int8 ends the converter with a segmentation fault.
"""

import os
import pathlib
import sys

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402
import tf_keras  # noqa: E402

layers = tf_keras.layers
_FOLDER = pathlib.Path(__file__).resolve().parent
_SAMPLES = 20
_OPS = {
    "int8": tf.lite.OpsSet.TFLITE_BUILTINS_INT8,
    "int16x8": tf.lite.OpsSet.EXPERIMENTAL_TFLITE_BUILTINS_ACTIVATIONS_INT16_WEIGHTS_INT8,
}
_TYPES = {"int8": tf.int8, "int16x8": tf.int16}


def _initial(**deviations):
    """Initializers of an LSTM's or a layer's weights, which draw from the seed that is set when they are made."""
    return {f"{name}_initializer": tf_keras.initializers.RandomNormal(stddev=deviation) for name, deviation in deviations.items()}


def _wide():
    """Initializers of LSTM weights so large that its cell states leave [-1, 1], as in a trained network."""
    return _initial(kernel=0.8, recurrent=0.8, bias=0.5)


def _sequential(shape, *parts):
    value = source = layers.Input(shape[1:], batch_size=shape[0])
    for part in parts:
        value = part(value)
    return tf_keras.Model(source, value)


def lstm_int8():
    """Two LSTMs. The second has small weights, so that its cell state stays below 1."""
    wide = layers.LSTM(8, return_sequences=True, **_wide())
    return _sequential((1, 6, 5), wide, layers.LSTM(4, **_initial(kernel=0.05, recurrent=0.05, bias=0.05)), layers.Dense(3)), {}


def lstm_time_major_int8():
    """A time-major LSTM with a batch of two that runs backwards; the model's inputs and outputs are integers."""
    backwards = layers.LSTM(7, return_sequences=True, time_major=True, go_backwards=True, **_wide())
    return _sequential((5, 2, 3), backwards), {"has_integer_edges": True}


def lstm_bidirectional_int8():
    """A convolution before a bidirectional LSTM, whose two results are joined."""
    conv = layers.Conv1D(6, 3, activation="relu", **_initial(bias=0.2))
    both = layers.Bidirectional(layers.LSTM(5, return_sequences=True, **_wide()))
    return _sequential((3, 8, 4), conv, both, layers.Dense(2, activation="softmax")), {}


def lstm_int16x8():
    """An LSTM that is unrolled into layers and functions of each step, the converter's form of an LSTM in 16x8."""
    return _sequential((1, 3, 4), layers.LSTM(4, unroll=True, **_wide())), {}


def separable_int16x8():
    """A residual network of images; the model's inputs and outputs are integers."""
    source = layers.Input((7, 6, 3), batch_size=2)
    conv = layers.Conv2D(6, 3, strides=2, padding="same", activation="relu6", **_initial(bias=0.2))(source)
    apart = layers.DepthwiseConv2D(3, padding="same", activation="relu", **_initial(bias=0.2))(conv)
    joined = layers.Add()([conv, layers.Conv2D(6, 1, **_initial(bias=0.2))(apart)])
    mean = layers.GlobalAveragePooling2D()(layers.LeakyReLU(0.2)(joined))
    model = tf_keras.Model(source, layers.Dense(5, activation="softmax", **_initial(bias=0.2))(mean))
    return model, {"has_integer_edges": True}


def _pruned():
    """A network of images with channels whose weights, and some of whose biases, are zeros."""
    source = layers.Input((8, 8, 3), batch_size=1)
    parts = [
        layers.Conv2D(8, 3, activation="relu", **_initial(bias=0.2)),
        layers.DepthwiseConv2D(3, **_initial(bias=0.2)),
        layers.Conv2D(8, 1, activation="relu6", **_initial(bias=0.2)),
        layers.GlobalAveragePooling2D(),
        layers.Dense(6, **_initial(bias=0.2)),
    ]
    value = source
    for part in parts:
        value = part(value)
    for part, axis, channels, has_bias in ((parts[0], 3, [1, 4], False), (parts[1], 2, [1, 4], False),
                                           (parts[2], 3, [0, 5], True), (parts[4], 1, [2], True)):
        weights, bias = part.get_weights()
        np.moveaxis(weights, axis, 0)[channels] = 0
        bias[channels] *= has_bias
        part.set_weights([weights, bias])
    return tf_keras.Model(source, value)


def pruned_int8():
    return _pruned(), {}


def pruned_int16x8():
    return _pruned(), {}


def _converted(name, model, has_integer_edges=False):
    scheme = name.rpartition("_")[2]
    shape = model.input_shape
    call = tf.function(model).get_concrete_function(tf.TensorSpec(shape, tf.float32, name="input"))
    converter = tf.lite.TFLiteConverter.from_concrete_functions([call], model)
    rng = np.random.default_rng(0)
    samples = [rng.normal(0, 1, shape).astype(np.float32) for _ in range(_SAMPLES)]
    converter.optimizations = [tf.lite.Optimize.DEFAULT]
    converter.representative_dataset = lambda: ([sample] for sample in samples)
    converter.target_spec.supported_ops = [_OPS[scheme]]
    if has_integer_edges:
        converter.inference_input_type = converter.inference_output_type = _TYPES[scheme]
    return converter.convert()


_MODELS = (lstm_int8, lstm_time_major_int8, lstm_bidirectional_int8, lstm_int16x8, separable_int16x8, pruned_int8, pruned_int16x8)


def main():
    for make in _MODELS:
        if sys.argv[1:] and make.__name__ not in sys.argv[1:]:
            continue
        tf_keras.backend.clear_session()  # restarts the numbers in generated names
        tf_keras.utils.set_random_seed(7)
        model, edges = make()
        data = _converted(make.__name__, model, **edges)
        (_FOLDER / f"{make.__name__}.tflite").write_bytes(data)
        print(f"{make.__name__}: {len(data)} bytes")


if __name__ == "__main__":
    main()
