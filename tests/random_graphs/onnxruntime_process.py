"""A process of another Python with onnx and onnxruntime, which checks and runs one model after the other.

The oracle's Python has neither package. A request is a line with a model, a folder and a number of runs: the folder has
"inputs.npz" and gets "outputs.npz". The answer is the line "done", or the error.
"""

import pathlib
import subprocess
import sys
import tempfile

import numpy as np


class OnnxRuntime:
    """The process, which is started once. A model that crashes it is an error of the run."""

    def __init__(self, python):
        command = [python, __file__]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, model, input_sets):
        """The outputs of each set of inputs. Raises a RuntimeError that says what is wrong with the model."""
        with tempfile.TemporaryDirectory(dir=model.parent) as folder:
            arrays = {f"{run}_{i}": array for run, inputs in enumerate(input_sets) for i, array in enumerate(inputs)}
            np.savez(pathlib.Path(folder) / "inputs.npz", **arrays)
            self._process.stdin.write(f"{model}\t{folder}\t{len(input_sets)}\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline().strip()
            if answer != "done":
                raise RuntimeError(answer or f"onnxruntime ended with status {self._process.wait()}")
            return _sets(np.load(pathlib.Path(folder) / "outputs.npz"), len(input_sets))


def _sets(arrays, count):
    """Arrays named "RUN_INDEX" as one list for each run."""
    places = [sum(key.startswith(f"{run}_") for key in arrays) for run in range(count)]
    return [[arrays[f"{run}_{i}"] for i in range(places[run])] for run in range(count)]


def _look(onnx, onnxruntime, model, folder, count):
    onnx.checker.check_model(model, full_check=True)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    names = [value.name for value in session.get_inputs()]
    arrays = np.load(pathlib.Path(folder) / "inputs.npz")
    results = {}
    for run in range(int(count)):
        outputs = session.run(None, {name: arrays[f"{run}_{i}"] for i, name in enumerate(names)})
        results |= {f"{run}_{i}": array for i, array in enumerate(outputs)}
    np.savez(pathlib.Path(folder) / "outputs.npz", **results)


def main():
    import onnx
    import onnxruntime

    for line in sys.stdin:
        try:
            _look(onnx, onnxruntime, *line.rstrip("\n").split("\t"))
            answer = "done"
        except Exception as problem:  # any error is reported with the graph
            answer = f"{type(problem).__name__}: {problem}".replace("\n", " ")
        print(answer, flush=True)


if __name__ == "__main__":
    main()
