"""Use over a long time: many runs, many interpreters, many shapes, many threads.

Each check does its work once at least, and ends early when its time is over.
"""

from __future__ import annotations

import pathlib
import resource
import statistics
import threading
import time
from typing import Any

import numpy as np

from ... import Interpreter
from .session import Arrays, Clock, Session, bits, difference

# Host memory that many runs may add. A leak in each run exceeds the limit; memory that a driver keeps once does not.
_GROWTH_BYTES = 64 << 20


def _resident_bytes() -> int:
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _grown(before: int) -> tuple[int, list[str]]:
    grown = _resident_bytes() - before
    return grown, [f"the process grew by {grown >> 20} MiB"] if grown > _GROWTH_BYTES else []


def invokes(parameters: dict[str, Any]) -> dict[str, Any]:
    """Runs one interpreter `count` times on the same inputs. Checks for the same bits and no growth of memory, and returns
    times of the runs."""
    clock = Clock(parameters["seconds"])
    session = Session(pathlib.Path(parameters["folder"]), parameters["options"])
    first = bits(session.run())
    before, other = _resident_bytes(), 0
    times: list[float] = []
    while not times or (len(times) < parameters["count"] and not clock.is_over):
        begin = time.perf_counter()
        outputs = session.run()
        times.append((time.perf_counter() - begin) * 1e3)
        other += bits(outputs) != first
    grown, wrong = _grown(before)
    if other:
        wrong.append(f"{other} of {len(times)} runs gave other bits than the first")
    tenth = max(1, len(times) // 10)
    return {
        "wrong": wrong,
        "done": len(times),
        "asked": parameters["count"],
        "grown_bytes": grown,
        "median_ms": statistics.median(times),
        "slowest_ms": max(times),
        "first_tenth_ms": statistics.median(times[:tenth]),
        "last_tenth_ms": statistics.median(times[-tenth:]),
    }


def cycles(parameters: dict[str, Any]) -> dict[str, Any]:
    """Creates, runs and destroys `count` interpreters. Checks for the same bits and no growth of memory after the fifth."""
    clock = Clock(parameters["seconds"])
    folder, first, before, other, done = pathlib.Path(parameters["folder"]), None, 0, 0, 0
    times: list[float] = []
    while done == 0 or (done < parameters["count"] and not clock.is_over):
        begin = time.perf_counter()
        session = Session(folder, parameters["options"])
        outputs = bits(session.run())
        session.close()
        times.append((time.perf_counter() - begin) * 1e3)
        first = first or outputs
        other += outputs != first
        done += 1
        if done == 5:
            before = _resident_bytes()
    grown, wrong = _grown(before) if done > 5 else (0, [])
    if other:
        wrong.append(f"{other} of {done} interpreters gave other bits than the first")
    return {"wrong": wrong, "done": done, "asked": parameters["count"], "grown_bytes": grown, "median_ms": statistics.median(times)}


def _on_cpu(folder: pathlib.Path, inputs: Arrays) -> Arrays:
    """The outputs of litevk's own CPU kernels."""
    interpreter = Interpreter(str(folder / "model.tflite"), experimental_delegates=[])
    for details, value in zip(interpreter.get_input_details(), inputs):
        interpreter.resize_tensor_input(details["index"], value.shape)
    interpreter.allocate_tensors()
    for details, value in zip(interpreter.get_input_details(), inputs):
        interpreter.set_tensor(details["index"], value)
    interpreter.invoke()
    return [interpreter.get_tensor(details["index"]) for details in interpreter.get_output_details()]


def resizes(parameters: dict[str, Any]) -> dict[str, Any]:
    """Gives a model of open dims other shapes again and again, and compares each result with the CPU kernels."""
    clock = Clock(parameters["seconds"])
    folder = pathlib.Path(parameters["folder"])
    session = Session(folder, parameters["options"])
    random, done = np.random.default_rng(1), 0
    wrong: list[str] = []
    while done == 0 or (done < parameters["count"] and not clock.is_over and len(wrong) < 5):
        shape = [1, int(random.integers(1, 65)), int(random.integers(1, 65)), 8]
        inputs: Arrays = [random.random(shape, dtype=np.float32)]
        session.set_shapes(inputs)
        for actual, expected in zip(session.run(), _on_cpu(folder, inputs)):
            largest, bound = difference(actual, expected), 1e-4 * float(np.max(np.abs(expected), initial=1e-2))
            if not largest <= bound:
                wrong.append(f"shape {shape}: the largest difference is {largest:.3g}, the bound {bound:.3g}")
        done += 1
    return {"wrong": wrong, "done": done, "asked": parameters["count"]}


def threads(parameters: dict[str, Any]) -> dict[str, Any]:
    """Runs an interpreter of its own in each of `threads` threads at once: every run gives the bits of a single thread."""
    clock = Clock(parameters["seconds"])
    folder = pathlib.Path(parameters["folder"])
    expected = bits(Session(folder, parameters["options"]).run())
    counts = [0] * parameters["threads"]
    wrong: list[str] = []

    def work(number: int) -> None:
        try:
            session = Session(folder, parameters["options"])
            while counts[number] == 0 or (counts[number] < parameters["count"] and not clock.is_over):
                counts[number] += 1
                if bits(session.run()) != expected:
                    raise RuntimeError("a run gave other bits than one thread alone")
        except Exception as error:  # whatever it is, it is what this check looks for
            wrong.append(f"thread {number}, run {counts[number]}: {error}")

    workers = [threading.Thread(target=work, args=(number,)) for number in range(parameters["threads"])]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return {"wrong": wrong, "done": sum(counts), "asked": parameters["threads"] * parameters["count"]}
