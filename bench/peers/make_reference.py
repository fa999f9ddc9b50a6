"""Computes each network with TFLite's reference kernels, with which every peer's output is compared.

make_reference.py FOLDER

Writes FOLDER/NAME.reference.npy for each FOLDER/NAME.tflite; existing files are kept.
"""

import sys
from pathlib import Path

import numpy as np
from ai_edge_litert.interpreter import Interpreter, OpResolverType


def compute(model):
    interpreter = Interpreter(
        str(model), num_threads=1, experimental_op_resolver_type=OpResolverType.BUILTIN_REF
    )
    interpreter.allocate_tensors()
    for number, detail in enumerate(interpreter.get_input_details()):
        interpreter.set_tensor(detail["index"], np.load(model.with_suffix(f".input{number}.npy")))
    interpreter.invoke()
    return interpreter.get_tensor(interpreter.get_output_details()[0]["index"])


def main():
    for model in sorted(Path(sys.argv[1]).glob("*.tflite")):
        target = model.with_suffix(".reference.npy")
        if not target.exists():
            partial = target.with_suffix(".partial.npy")
            np.save(partial, compute(model))
            partial.rename(target)
            print(f"{model.stem}: reference", flush=True)


if __name__ == "__main__":
    main()
