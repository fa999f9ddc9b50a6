"""Writes the networks as .tflite files, with the inputs that every peer gets.

make_networks.py FOLDER [--models NAME...]

For each network, writes FOLDER/NAME.tflite and FOLDER/NAME.input0.npy, input1.npy, ... (NHWC, in the order of
the arguments). NAME_int8 is NAME quantized to int8 throughout, including inputs and outputs. Existing files are
kept. Runs in the environment with TensorFlow.
"""

import argparse
import os
import zlib
from pathlib import Path

os.environ.update(CUDA_VISIBLE_DEVICES="", TF_CPP_MIN_LOG_LEVEL="3", TF_ENABLE_ONEDNN_OPTS="0")

import numpy as np  # noqa: E402  TensorFlow reads the environment when it is loaded.
import tensorflow as tf  # noqa: E402
from tensorflow.python.framework.convert_to_constants import (  # noqa: E402
    convert_variables_to_constants_v2,
)

import networks  # noqa: E402
import peers  # noqa: E402

# Number of inputs from which the quantizer learns a network's activations.
SAMPLES = 8


def converter(model):
    """Returns TensorFlow's converter of the model, for inputs of a fixed shape."""
    infer, specs = networks.inference(model)
    # Frozen, because the converter would leave the weights in variables.
    function = convert_variables_to_constants_v2(infer.get_concrete_function(*specs))
    return tf.lite.TFLiteConverter.from_concrete_functions([function])


def seeded_inputs(model, name, number=1):
    return networks.inputs(model, np.random.default_rng(zlib.crc32(name.encode()) + number))


def quantized(model, name):
    """Converts the model to .tflite with int8 throughout."""
    made = converter(model)
    made.optimizations = [tf.lite.Optimize.DEFAULT]
    made.representative_dataset = lambda: (seeded_inputs(model, name, number) for number in range(1, 1 + SAMPLES))
    made.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS_INT8]
    made.inference_input_type = made.inference_output_type = tf.int8
    return made.convert()


def as_numbers(values, detail):
    """Quantizes floats for an int8 input; other inputs stay, such as words."""
    if detail["dtype"] != np.int8:
        return values
    scale, zero_point = detail["quantization"]
    return np.clip(np.round(values / scale) + zero_point, -128, 127).astype(np.int8)


def write(name, folder):
    target = folder / f"{name}.tflite"
    if target.exists():
        return
    twin = name.removesuffix(peers.INT8)
    model = networks.build(twin)
    inputs = seeded_inputs(model, twin)
    content = converter(model).convert() if twin == name else quantized(model, twin)
    if twin != name:
        details = tf.lite.Interpreter(model_content=content).get_input_details()
        inputs = [as_numbers(values, detail) for values, detail in zip(inputs, details, strict=True)]
    for number, values in enumerate(inputs):
        np.save(folder / f"{name}.input{number}.npy", values)
    # Renamed when complete, so that a partial file is never taken for a network.
    partial = target.with_suffix(".partial")
    partial.write_bytes(content)
    partial.rename(target)
    print(f"{name}: {target.stat().st_size} bytes", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--models", nargs="+", default=networks.names(), help="NAME or NAME_int8")
    arguments = parser.parse_args()
    tf.config.experimental.enable_op_determinism()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    # A quantized network is measured beside its float32 twin.
    twins = [name.removesuffix(peers.INT8) for name in arguments.models]
    for name in dict.fromkeys((*twins, *arguments.models)):
        write(name, arguments.folder)


if __name__ == "__main__":
    main()
