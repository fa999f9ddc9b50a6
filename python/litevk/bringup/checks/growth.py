"""Checks that ever longer inferences give right results, up to the driver's watchdog and after it."""

from __future__ import annotations

import pathlib
import time
from typing import Any

import numpy as np

from .session import Clock, Session

# Each inference has about twice the work of the one before.
_STEP = 2 ** (1 / 3)
_FIRST_ROWS = 128
_LARGEST_ROWS = 16384


def check(parameters: dict[str, Any]) -> dict[str, Any]:
    """Multiplies ever larger square matrices in one submission until it takes `until_s` seconds or the time is over.

    The matrices hold 1/n everywhere, for n rows, and so do their products. `most_bytes` is the largest size of a buffer.
    """
    clock = Clock(parameters["seconds"])
    largest = min(_LARGEST_ROWS, int((parameters["most_bytes"] / 4) ** 0.5))
    session = Session(pathlib.Path(parameters["folder"]), parameters["options"], [_matrix(_FIRST_ROWS)])
    steps: list[dict[str, Any]] = []
    wrong: list[str] = []
    size, seconds = float(_FIRST_ROWS), 0.0
    while not wrong and size <= largest and seconds < parameters["until_s"] and clock.spent + 5 * seconds < parameters["seconds"]:
        seconds, sentence = _try(session, 64 * round(size / 64))
        steps.append({"rows": 64 * round(size / 64), "seconds": round(seconds, 4), "failure": sentence})
        wrong += [f"after inferences of up to {_longest(steps):.2f} s, one of {seconds:.2f} s: {sentence}"] if sentence else []
        size *= _STEP
    return {"wrong": wrong, "longest_s": _longest(steps), "until_s": parameters["until_s"], "steps": steps}


def _longest(steps: list[dict[str, Any]]) -> float:
    return max((float(step["seconds"]) for step in steps if not step["failure"]), default=0.0)


def _matrix(rows: int) -> Any:
    return np.full((rows, rows), 1 / rows, np.float32)


def _try(session: Session, rows: int) -> tuple[float, str]:
    begin = time.perf_counter()
    try:
        session.set_shapes([_matrix(rows)])
        session.run()  # allocates and compiles
        begin = time.perf_counter()
        (output,) = session.run()
    except RuntimeError as error:
        return time.perf_counter() - begin, str(error)
    seconds = time.perf_counter() - begin
    largest = float(np.max(np.abs(output * rows - 1.0)))
    return seconds, "" if largest <= 1e-3 else f"wrong: the largest relative difference is {largest:.3g}"
