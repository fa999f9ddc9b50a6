"""Runs a model in TFLite's reference kernels, in ai-edge-litert's Python; the tests' own Python has onnxruntime instead.

    reference.py MODEL RESULT.npz    # "input_N" and "output_N", inputs from a seed
"""

import sys

import numpy as np
from ai_edge_litert.interpreter import Interpreter, OpResolverType


def main():
    model, result = sys.argv[1:]
    interpreter = Interpreter(model, experimental_op_resolver_type=OpResolverType.BUILTIN_REF)
    interpreter.allocate_tensors()
    random = np.random.default_rng(1)
    arrays = {}
    for i, detail in enumerate(interpreter.get_input_details()):
        arrays[f"input_{i}"] = random.uniform(-1, 1, detail["shape"]).astype(detail["dtype"])
        interpreter.set_tensor(detail["index"], arrays[f"input_{i}"])
    interpreter.invoke()
    for i, detail in enumerate(interpreter.get_output_details()):
        arrays[f"output_{i}"] = interpreter.get_tensor(detail["index"])
    np.savez(result, **arrays)


main()
