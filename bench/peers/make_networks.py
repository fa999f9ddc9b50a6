"""Writes the networks as .tflite files, with the inputs that every peer gets.

make_networks.py FOLDER [--models NAME...]

For each network: FOLDER/NAME.tflite and FOLDER/NAME.input0.npy, input1.npy, ... (NHWC, in the order of the
arguments). What is there already is kept. Runs in the environment with TensorFlow.
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


def convert(model):
    """The model as .tflite, for inputs of a fixed shape."""
    infer, specs = networks.inference(model)
    # Frozen, because the converter would leave the weights in variables.
    function = convert_variables_to_constants_v2(infer.get_concrete_function(*specs))
    return tf.lite.TFLiteConverter.from_concrete_functions([function]).convert()


def write_inputs(model, stem, seed):
    rng = np.random.default_rng(seed)
    for number, values in enumerate(networks.inputs(model, rng)):
        np.save(f"{stem}.input{number}.npy", values)


def write(name, folder):
    target = folder / f"{name}.tflite"
    if target.exists():
        return
    model = networks.build(name)
    write_inputs(model, folder / name, zlib.crc32(name.encode()) + 1)
    # Renamed when complete, so that a file cut short is never taken for a network.
    partial = target.with_suffix(".partial")
    partial.write_bytes(convert(model))
    partial.rename(target)
    print(f"{name}: {target.stat().st_size} bytes", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--models", nargs="+", choices=networks.names(), default=networks.names())
    arguments = parser.parse_args()
    tf.config.experimental.enable_op_determinism()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for name in arguments.models:
        write(name, arguments.folder)


if __name__ == "__main__":
    main()
