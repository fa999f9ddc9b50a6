"""Converts the .tflite networks to ONNX, with channels before height and width at their inputs and outputs.

make_onnx.py FOLDER

Writes FOLDER/NAME.onnx for each FOLDER/NAME.tflite; what is there already is kept. The weights are those of
the .tflite file, with batch normalisation already folded into the convolutions.
"""

import logging
import sys
from pathlib import Path

import onnx
import tf2onnx


def convert(model):
    """The network in ONNX; made twice, because the first time shows the names of its images."""
    plain, _ = tf2onnx.convert.from_tflite(str(model), opset=17)
    converted, _ = tf2onnx.convert.from_tflite(
        str(model),
        opset=17,
        inputs_as_nchw=_images(plain.graph.input),
        outputs_as_nchw=_images(plain.graph.output),
    )
    return converted


def _images(tensors):
    return [tensor.name for tensor in tensors if len(tensor.type.tensor_type.shape.dim) == 4]


def main():
    logging.getLogger("tf2onnx").setLevel(logging.WARNING)
    for model in sorted(Path(sys.argv[1]).glob("*.tflite")):
        target = model.with_suffix(".onnx")
        if not target.exists():
            partial = target.with_suffix(".partial")
            onnx.save(convert(model), str(partial))
            partial.rename(target)
            print(f"{model.stem}: ONNX", flush=True)


if __name__ == "__main__":
    main()
