"""Times of a model on the CPU in each interpreter, in processes of litevk.peers."""

import json
import os
import statistics
import subprocess
import sys

# Engines of litevk.peers, with the value of LITEVK_CPU, for each set of kernels of delegate/partition/cpu_rates.h and each number
# of threads. The plain loops take one thread.
ENGINES = {
    ("Xnnpack", 1): ("xnnpack-1", None),
    ("Xnnpack", 2): ("xnnpack-2", None),
    ("Builtin", 1): ("builtin-1", None),
    ("Builtin", 2): ("builtin-2", None),
    ("Fast", 1): ("litevk-cpu-1", None),
    ("Fast", 2): ("litevk-cpu-2", None),
    ("Plain", 1): ("litevk-cpu-1", "reference"),
}


class Failed(Exception):
    """An engine does not run the model; the message says why."""


class Engine:
    """A process with one model. `stem` is the path of the model's files without their suffixes."""

    def __init__(self, kernels, threads, stem, package):
        name, isa = ENGINES[kernels, threads]
        environment = os.environ | {"PYTHONPATH": str(package)}
        environment.pop("LITEVK_CPU", None)
        if isa:
            environment["LITEVK_CPU"] = isa
        command = [sys.executable, "-m", "litevk.peers", name, str(stem)]
        self._process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self._read()

    def warm_up(self, seconds):
        self._ask({"do": "warm_up", "runs": 3, "least_s": seconds, "most_s": 10 * seconds})

    def us(self, runs):
        """The median of so many runs, in microseconds. Inputs and outputs stay in place: a node's time counts."""
        return 1e3 * statistics.median(self._ask({"do": "invoke", "runs": runs})["ms"])

    def close(self):
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def _ask(self, command):
        self._process.stdin.write(json.dumps(command) + "\n")
        self._process.stdin.flush()
        return self._read()

    def _read(self):
        line = self._process.stdout.readline()
        answer = json.loads(line) if line else {"failure": f"it ended with status {self._process.wait()}"}
        for reason in ("failure", "missing", "untranslated"):
            if reason in answer:
                raise Failed(answer[reason])
        return answer


def measure(stem, package, seconds):
    """Returns {(kernels, threads): us}, the least of three medians of runs in turns. Leaves out engines that refuse the model."""
    engines = {}
    for kernels, threads in ENGINES:
        try:
            engines[kernels, threads] = Engine(kernels, threads, stem, package)
        except Failed as failure:
            print(f"  {kernels}, {threads}: {failure}", file=sys.stderr)
    found = {}
    for key, engine in engines.items():
        engine.warm_up(seconds)
        found[key] = engine.us(3)
    for _ in range(3):
        for key, engine in engines.items():
            runs = max(3, min(200, int(1e6 * seconds / found[key])))
            found[key] = min(found[key], engine.us(runs))
    for engine in engines.values():
        engine.close()
    return found
