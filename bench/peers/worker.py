"""One peer with one network, in a process of its own, commanded by JSON on its standard input.

worker.py ENGINE STEM OPTIONS

Says {"load_ms", "first_ms", "notes"} after the first inference, then answers each command with one line:

    {"do": "warm_up", "runs": n, "least_s": a, "most_s": b}    {"ms": the median of the second half}
    {"do": "round", "runs": k}                                 {"ms": [one for each inference]}
    {"do": "save", "path": file}                               {} once the last output is in that .npy file

A failure is {"error": message}, and ends the process. The end of its input ends it too.
"""

import importlib
import json
import os
import statistics
import sys
import time

import numpy as np


class Timed:
    """A network that has run once."""

    def __init__(self, engine):
        self._engine = engine
        self.load_ms = self._time(engine.load)
        self.first_ms = self.infer()

    def infer(self):
        return self._time(self._infer)

    def _infer(self):
        self.output = self._engine.infer()

    @staticmethod
    def _time(function):
        begin = time.perf_counter()
        function()
        return (time.perf_counter() - begin) * 1e3

    def warm_up(self, runs, least_s, most_s):
        times = []
        begin = time.perf_counter()
        while True:
            times.append(self.infer())
            spent = time.perf_counter() - begin
            if spent >= most_s or (len(times) >= runs and spent >= least_s):
                return statistics.median(times[len(times) // 2 :])


def read_inputs(stem):
    inputs = []
    while os.path.exists(path := f"{stem}.input{len(inputs)}.npy"):
        inputs.append(np.load(path))
    return inputs


def answer(command, engine, timed):
    if command["do"] == "warm_up":
        return {"ms": timed.warm_up(command["runs"], command["least_s"], command["most_s"])}
    if command["do"] == "round":
        return {"ms": [timed.infer() for _ in range(command["runs"])]}
    if command["do"] == "save":
        np.save(command["path"], np.ascontiguousarray(engine.as_nhwc(timed.output)))
        return {}
    raise ValueError(f"unknown command {command}")


def serve(say):
    engine_name, stem, options = sys.argv[1:]
    engine = importlib.import_module(f"engines.{engine_name}").Engine(stem, json.loads(options))
    engine.prepare(read_inputs(stem))
    timed = Timed(engine)
    say({"load_ms": timed.load_ms, "first_ms": timed.first_ms, "notes": engine.notes()})
    for line in sys.stdin:
        say(answer(json.loads(line), engine, timed))


def main():
    # Engines may print to standard output; answers keep the original descriptor.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)

    def say(message):
        print(json.dumps(message), file=answers, flush=True)

    try:
        serve(say)
    except Exception as error:
        say({"error": f"{type(error).__name__}: {error}"})
    # Exits without teardown, in which some engines crash; all answers have been written by now.
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
