"""A process that runs models in the project's own interpreter with the CPU kernels of one instruction set.

LITEVK_CPU is read once a process, so that each instruction set needs its own. A request is a pickled model with its rounds, and
the answer the outputs of all runs, or the error.
"""

import os
import pathlib
import pickle
import subprocess
import sys
import tempfile

PLAIN = "reference"
# Flags of /proc/cpuinfo on x86-64, as runtime/platform/instruction_sets.cc asks for them.
_FLAGS = {
    "sse4": {"pclmulqdq", "ssse3", "sse4_1", "sse4_2", "aes"},
    "avx2": {"fma", "avx", "f16c", "bmi1", "avx2", "bmi2"},
    "avx512": {"avx512f", "avx512dq", "avx512cd", "avx512bw", "avx512vl"},
}


def instruction_sets():
    """Names for LITEVK_CPU of the instruction sets that this processor has."""
    if os.uname().machine == "aarch64":
        return ["neon"]
    flags = next(line for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("flags")).split()
    return [name for name, needed in _FLAGS.items() if needed <= {*flags}]


class KernelsProcess:
    """The process, which is started once. `library` is liblitevk_runtime.so."""

    def __init__(self, library, name):
        self.name = name
        command = [sys.executable, __file__, str(library)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ | {"LITEVK_CPU": name})

    def run(self, model, rounds):
        """The outputs of each run. A round has the shapes of the inputs, and a list of sets of inputs to run in turn."""
        try:
            pickle.dump((model, rounds), self._process.stdin)
            self._process.stdin.flush()
            answer = pickle.load(self._process.stdout)
        except (BrokenPipeError, EOFError):
            raise RuntimeError(f"LITEVK_CPU={self.name} ended with status {self._process.wait()}") from None
        if isinstance(answer, str):
            raise RuntimeError(f"LITEVK_CPU={self.name}: {answer}")
        return answer


def _run(runtime, model, rounds):
    import litevk_runtime

    results = []
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "model.tflite"
        path.write_bytes(model)
        with litevk_runtime.Interpreter(runtime, path) as interpreter:
            for shapes, sets in rounds:
                interpreter.resize_inputs(shapes)
                results += [interpreter.run(inputs) for inputs in sets]
    return results


def main():
    sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "ops" / "harness"))
    import litevk_runtime

    runtime = litevk_runtime.Runtime(sys.argv[1])
    while True:
        try:
            job = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        try:
            answer = _run(runtime, *job)
        except Exception as problem:  # any error is reported with the graph
            answer = f"{type(problem).__name__}: {problem}"
        pickle.dump(answer, sys.stdout.buffer)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
