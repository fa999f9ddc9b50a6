"""Runs a quantized model once in ai-edge-litert, in a process of its own, since some models crash it.

python stock.py MODEL KERNELS OUTPUTS: KERNELS is a member of OpResolverType; OUTPUTS becomes an .npz file. Status 3 and an
error message if the interpreter refuses the model.
"""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "tests" / "ops" / "harness"), str(ROOT / "tests" / "real")]

import numpy as np  # noqa: E402
from ai_edge_litert.interpreter import Interpreter, OpResolverType  # noqa: E402

import in_floats  # noqa: E402
import model_run  # noqa: E402

REFUSED = 3
ABORTED = "aborted"


def inputs_of(interpreter, model):
    """Seeded inputs of a float model, quantized for quantized inputs."""
    details = interpreter.get_input_details()
    is_quantized = [len(detail["quantization_parameters"]["scales"]) > 0 for detail in details]
    as_floats = [{**d, "dtype": np.float32} if q else d for d, q in zip(details, is_quantized)]
    return [in_floats.integers_of(v, d) for v, d in zip(model_run.inputs_for(as_floats, model), details)]


def run(interpreter, model):
    """Runs an interpreter, ai-edge-litert's or another with the same methods, and returns the outputs."""
    interpreter.allocate_tensors()
    for detail, values in zip(interpreter.get_input_details(), inputs_of(interpreter, model)):
        interpreter.set_tensor(detail["index"], values)
    interpreter.invoke()
    return [interpreter.get_tensor(detail["index"]) for detail in interpreter.get_output_details()]


def outputs_in_child(model, kernels, folder):
    """(outputs, None), or (None, how the process ended)."""
    path = folder / f"{kernels}.npz"
    process = subprocess.run([sys.executable, __file__, model, kernels, path], capture_output=True, text=True, timeout=600)
    if process.returncode == REFUSED:
        return None, process.stdout.strip()
    if process.returncode < 0:
        return None, ABORTED
    assert process.returncode == 0, process.stderr
    with np.load(path) as saved:
        return [saved[name] for name in saved.files], None


def main():
    model, kernels, path = sys.argv[1:]
    try:
        interpreter = Interpreter(model, experimental_op_resolver_type=OpResolverType[kernels])
        outputs = run(interpreter, pathlib.Path(model))
    except (RuntimeError, ValueError) as error:
        print(error)
        sys.exit(REFUSED)
    np.savez(path, *outputs)


if __name__ == "__main__":
    main()
