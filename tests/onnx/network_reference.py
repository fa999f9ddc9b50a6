"""Runs a model in TFLite's reference kernels and in its own fast ones, with ai-edge-litert's Python.

    network_reference.py MODEL RESULT.npz    # "input_N", "output_N" and "fast_N", inputs from a seed; "own_transposes"

A model whose folder is named dynamic... has integer weights beside floats, and runs with the floats of these weights, since
TFLite rounds its activations.
"""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in ("tests/ops/harness", "tests/real", "tests/real/quantized")]

import composed  # noqa: E402
import integer_weights  # noqa: E402
import model_run  # noqa: E402
import numpy as np  # noqa: E402
import stock  # noqa: E402
from ai_edge_litert import schema_py_generated as schema  # noqa: E402
from ai_edge_litert.interpreter import Interpreter, OpResolverType  # noqa: E402


def run(content, model, kernels):
    """(inputs, outputs)"""
    interpreter = Interpreter(model_content=content, experimental_op_resolver_type=kernels)
    model_run.set_own_shapes(interpreter, model)
    return stock.inputs_of(interpreter, model), stock.run(interpreter, model)


def own_transposes(content):
    """How many TRANSPOSE the model has, in all its subgraphs."""
    model = schema.ModelT.InitFromPackedBuf(content, 0)
    codes = [max(code.builtinCode, code.deprecatedBuiltinCode) for code in model.operatorCodes]
    operators = [operator for graph in model.subgraphs for operator in graph.operators or ()]
    return sum(codes[operator.opcodeIndex] == schema.BuiltinOperator.TRANSPOSE for operator in operators)


def arrays_of(model):
    content = model.read_bytes()
    if composed.is_needed(content):
        reference = model_run.composed_reference(model)
        return {"input": reference.inputs, "output": reference.outputs, "fast": reference.outputs}
    if model.parent.name.startswith("dynamic"):
        content = integer_weights.with_float_weights(content)
    inputs, outputs = run(content, model, OpResolverType.BUILTIN_REF)
    return {"input": inputs, "output": outputs, "fast": run(content, model, OpResolverType.BUILTIN)[1]}


def main():
    model, result = pathlib.Path(sys.argv[1]), sys.argv[2]
    arrays = arrays_of(model)
    named = {f"{kind}_{i}": array for kind, values in arrays.items() for i, array in enumerate(values)}
    np.savez(result, own_transposes=own_transposes(model.read_bytes()), **named)


main()
