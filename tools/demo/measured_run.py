"""Runs one model in one interpreter, in a process of its own: outputs, times, and the delegate's report.

A fresh process makes the cold start honest: no library, device or pipeline is left over from another run.
"""

import concurrent.futures
import dataclasses
import json
import multiprocessing
import os
import pathlib
import time

import numpy as np


@dataclasses.dataclass
class Run:
    """Outputs and times of one interpreter on one input."""

    outputs: dict[str, np.ndarray]
    cold_start_ms: float  # load the delegate, create the interpreter, allocate, first inference
    latency_ms: float  # median of the inferences after the warm-up
    report: dict | None  # the delegate's own, None without a delegate


def _measure(model, image, repeats, threads, library, options) -> Run:
    from ai_edge_litert.interpreter import Interpreter, load_delegate

    begin = time.perf_counter()
    delegates = [load_delegate(str(library), options)] if library else None
    interpreter = Interpreter(
        model_path=str(model), num_threads=threads, experimental_delegates=delegates
    )
    interpreter.allocate_tensors()
    interpreter.set_tensor(interpreter.get_input_details()[0]["index"], image)
    interpreter.invoke()
    cold_start_ms = (time.perf_counter() - begin) * 1e3

    times_ms = []
    for _ in range(repeats // 5 + repeats):
        begin = time.perf_counter()
        interpreter.invoke()
        times_ms.append((time.perf_counter() - begin) * 1e3)
    outputs = {
        detail["name"]: interpreter.get_tensor(detail["index"]).copy()
        for detail in interpreter.get_output_details()
    }
    report = json.loads(pathlib.Path(options["report_path"]).read_text()) if library else None
    return Run(outputs, cold_start_ms, float(np.median(times_ms[repeats // 5 :])), report)


def measure(
    model: pathlib.Path,
    image: np.ndarray,
    *,
    repeats: int,
    library: pathlib.Path | None = None,
    options: dict[str, str] | None = None,
) -> Run:
    """Runs the model on the image, with the delegate when a library is given.

    The interpreter's own kernels may use every core. Raises what the interpreter raises, and
    BrokenProcessPool when the process dies.
    """
    threads = os.cpu_count() or 1
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(max_workers=1, mp_context=context) as pool:
        return pool.submit(_measure, model, image, repeats, threads, library, options or {}).result()


def input_size(model: pathlib.Path) -> int:
    """The side of the model's square input."""
    from ai_edge_litert.interpreter import Interpreter

    return int(Interpreter(model_path=str(model)).get_input_details()[0]["shape"][1])
