"""Converts the .tflite networks to ONNX, with channels before height and width at their inputs and outputs.

make_onnx.py FOLDER

Writes FOLDER/NAME.onnx for each FOLDER/NAME.tflite; existing files are kept. The weights are those of the
.tflite file, with batch normalisation already folded into the convolutions. Networks that tf2onnx cannot read
there are converted from the Keras model instead, which has the same weights.
"""

import functools
import logging
import os
import sys
from pathlib import Path

os.environ.update(CUDA_VISIBLE_DEVICES="", TF_CPP_MIN_LOG_LEVEL="3", TF_ENABLE_ONEDNN_OPTS="0")

import onnx  # noqa: E402  TensorFlow reads the environment when it is loaded.
import tf2onnx  # noqa: E402

import networks  # noqa: E402
import peers  # noqa: E402


def convert(model):
    """Converts the network to ONNX. Converts twice, because the first result shows the names of its images."""
    convert_source = _converter(model)
    plain, _ = convert_source(opset=17)
    converted, _ = convert_source(
        opset=17, inputs_as_nchw=_images(plain.graph.input), outputs_as_nchw=_images(plain.graph.output)
    )
    return converted


def _converter(model):
    if model.stem not in networks.TRANSFORMERS:
        return functools.partial(tf2onnx.convert.from_tflite, str(model))
    infer, specs = networks.inference(networks.build(model.stem))
    return functools.partial(tf2onnx.convert.from_function, infer, input_signature=specs)


def _images(tensors):
    return [tensor.name for tensor in tensors if len(tensor.type.tensor_type.shape.dim) == 4]


def main():
    logging.getLogger("tf2onnx").setLevel(logging.WARNING)
    for model in sorted(Path(sys.argv[1]).glob("*.tflite")):
        target = model.with_suffix(".onnx")
        if not (target.exists() or model.stem.endswith(peers.INT8)):
            partial = target.with_suffix(".partial")
            onnx.save(convert(model), str(partial))
            partial.rename(target)
            print(f"{model.stem}: ONNX", flush=True)


if __name__ == "__main__":
    main()
