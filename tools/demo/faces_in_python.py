"""Finds the faces of a photograph with the Python package alone, on the GPU and on the CPU, and compares.

Needs numpy and pillow beside litevk. Exits with 1 when nothing was delegated, the runs disagree, or no face was found.
"""

import argparse
import pathlib
import sys

import numpy as np
from PIL import Image

import blazeface
import litevk


def outputs_of(interpreter: litevk.Interpreter, image: np.ndarray) -> dict[str, np.ndarray]:
    """The outputs by name after one run on the image."""
    interpreter.allocate_tensors()
    interpreter.set_tensor(interpreter.get_input_details()[0]["index"], image)
    interpreter.invoke()
    return {details["name"]: interpreter.get_tensor(details["index"]) for details in interpreter.get_output_details()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=pathlib.Path, required=True, help="a BlazeFace .tflite")
    parser.add_argument("--photo", type=pathlib.Path, required=True)
    parser.add_argument("--partition-policy", default="auto", help="all: the device computes the model even if the CPU is faster")
    arguments = parser.parse_args()

    options = {"partition_policy": arguments.partition_policy}
    gpu = litevk.Interpreter(arguments.model, **options)
    size = int(gpu.get_input_details()[0]["shape"][1])
    image, fit = blazeface.make_input(Image.open(arguments.photo).convert("RGB"), size)
    on_gpu = outputs_of(gpu, image)
    on_cpu = outputs_of(litevk.Interpreter(arguments.model, experimental_delegates=[]), image)

    report = litevk.report(arguments.model, **options)
    print(report)
    agree = all(np.allclose(on_gpu[name], on_cpu[name], atol=1e-4 * np.abs(on_cpu[name]).max()) for name in on_cpu)
    faces = blazeface.find_faces(on_gpu, size, fit)
    for face in faces:
        print(f"face: score {face.score:.3f}, box {np.round(face.box).astype(int).tolist()}")
    print(f"GPU and CPU {'agree' if agree else 'DISAGREE'}")
    return 0 if report.delegated and agree and faces else 1


if __name__ == "__main__":
    sys.exit(main())
