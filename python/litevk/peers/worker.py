"""One engine with one network, commanded by lines of JSON on standard input; each has one line as its answer.

After the first inference the worker says {"engine", "version", "runs_on", "load_ms", "first_ms", "notes"}. Then it answers

    {"do": "warm_up", "runs": n, "least_s": a, "most_s": b}    {"ms": the median of the second half}
    {"do": "round", "runs": k}                                 {"ms": [one for each inference]}
    {"do": "invoke", "runs": k}                                the same without copies of inputs and outputs (interpreters)
    {"do": "save", "path": file}                               {} once the last output is in that .npy file
    {"do": "measure", "seconds": s}                            what it said first, with the figures of measuring.py

An answer with one of these keys beside "engine" is the last one:

    missing         the reason why the engine cannot run here
    untranslated    the reason why the engine cannot run this network
    failure         what else went wrong; the status of the process is then 1

The end of its input ends the process.
"""

from __future__ import annotations

import importlib
import json
import os
import pathlib
import statistics
import sys
import time
import traceback
from typing import Any, Callable, Sequence

import numpy as np

from . import ENGINES, packages
from .engine import Engine, Missing, Untranslated
from .interpreters import InterpreterEngine
from .measuring import error_of, in_ms, warm_figures
from .network import Network, read_network

_USAGE = 2

Say = Callable[[dict[str, Any]], None]


class Timed:
    """A network that has run once."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.load_ms = in_ms(engine.load)
        self.first_ms = self.infer()

    def infer(self) -> float:
        """Runs the network and returns the time in milliseconds."""
        return in_ms(self._infer)

    def _infer(self) -> None:
        self._result = self._engine.infer()

    def invoke(self, runs: int) -> list[float]:
        """The times of runs of an interpreter that find their inputs in place."""
        assert isinstance(self._engine, InterpreterEngine)
        return [in_ms(self._engine.invoke) for _ in range(runs)]

    def outputs(self) -> Sequence[Any]:
        """The outputs of the last inference."""
        return self._engine.outputs(self._result)

    def warm_up(self, runs: int, least_s: float, most_s: float) -> float:
        """Runs the network as often and as long as asked for; returns the median of the second half."""
        times: list[float] = []
        begin = time.perf_counter()
        while True:
            times.append(self.infer())
            spent = time.perf_counter() - begin
            if spent >= most_s or (len(times) >= runs and spent >= least_s):
                return statistics.median(times[len(times) // 2 :])

    def measure(self, references: Sequence[Any], seconds: float) -> dict[str, Any]:
        """The warm figures, with the difference from the references."""
        figures = warm_figures(self.infer, seconds)
        self._infer()
        return {**figures, "error": error_of(self.outputs(), references)}


class _Worker:
    """A network in an engine, and what the worker has said of it."""

    def __init__(self, name: str, network: Network, options: dict[str, str]) -> None:
        entry = ENGINES[name]
        module = importlib.import_module(f".{entry.module}", __package__)
        engine: Engine = module.Engine(network, **entry.values, **options)
        self._network = network
        self._timed = Timed(engine)
        self.first_answer = {
            "engine": name,
            "version": engine.version,
            "runs_on": engine.runs_on(),
            "load_ms": self._timed.load_ms,
            "first_ms": self._timed.first_ms,
            "notes": engine.notes(),
        }

    def answer(self, command: dict[str, Any]) -> dict[str, Any]:
        """Carries out a command of the table above."""
        if command["do"] == "warm_up":
            return {"ms": self._timed.warm_up(command["runs"], command["least_s"], command["most_s"])}
        if command["do"] == "round":
            return {"ms": [self._timed.infer() for _ in range(command["runs"])]}
        if command["do"] == "invoke":
            return {"ms": self._timed.invoke(command["runs"])}
        if command["do"] == "save":
            np.save(command["path"], np.ascontiguousarray(self._timed.outputs()[0]))
            return {}
        if command["do"] == "measure":
            return {**self.first_answer, **self._timed.measure(self._network.references, command["seconds"])}
        raise ValueError(f"unknown command {command}")


def _serve(name: str, path: str, options: dict[str, str], say: Say) -> None:
    packages.make_importable()
    try:
        worker = _Worker(name, read_network(pathlib.Path(path)), options)
        say(worker.first_answer)
        for line in sys.stdin:
            say(worker.answer(json.loads(line)))
    except Missing as reason:
        say({"engine": name, "missing": str(reason)})
    except Untranslated as reason:
        say({"engine": name, "untranslated": str(reason)})


def _run(arguments: Sequence[str]) -> int:
    """Prints answers on the real standard output, and redirects the engines' own output to standard error."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)

    def say(message: dict[str, Any]) -> None:
        print(json.dumps(message), file=answers, flush=True)

    try:
        _serve(arguments[0], arguments[1], dict(pair.split("=", 1) for pair in arguments[2:]), say)
    except Exception as error:
        traceback.print_exc()
        say({"engine": arguments[0], "failure": f"{type(error).__name__}: {error}"})
        return 1
    return 0


def _is_valid(arguments: Sequence[str]) -> bool:
    if len(arguments) < 2 or arguments[0] not in ENGINES:
        return False
    options = arguments[2:]
    return not options or (ENGINES[arguments[0]].takes_options and all("=" in pair for pair in options))


def main(arguments: Sequence[str]) -> int:
    """Runs the command, and returns its exit status."""
    if not _is_valid(arguments):
        usage = "python -m litevk.peers ENGINE NETWORK [OPTION=VALUE ...]"
        print(f"{usage}\n\n{__doc__}\nEngines: {', '.join(ENGINES)}", file=sys.stderr)
        return _USAGE
    return _run(arguments)
