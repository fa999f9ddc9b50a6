"""Measures an engine cold, then warm, and compares its outputs with the reference outputs.

The answer has load_ms and first_ms, each measured once. The median of `runs` inferences is warm_ms, their minimum
warm_min_ms and their 90th percentile warm_p90_ms. The largest difference from the reference, relative to the output's
largest magnitude, is error.
"""

from __future__ import annotations

import statistics
import sys
import time
from typing import Any, Callable, Sequence

import numpy as np

from .engine import Array, Engine

_WARM_UP_RUNS = 3
_WARM_UP_SHARE = 0.2
_LEAST_RUNS = 5


def _ms(function: Callable[[], Any]) -> float:
    begin = time.perf_counter()
    function()
    return (time.perf_counter() - begin) * 1e3


def _times(engine: Engine, until: float, least: int) -> list[float]:
    """Times of inferences, which are run until the time `until` and at least `least` times."""
    times: list[float] = []
    while len(times) < least or time.perf_counter() < until:
        times.append(_ms(engine.infer))
    return times


def _difference(output: Array, reference: Array) -> float:
    """The largest difference relative to the reference's largest magnitude. The largest float if sizes differ or if not the
    same elements are finite."""
    ours, theirs = output.ravel().astype(np.float64), reference.ravel().astype(np.float64)
    finite = np.isfinite(theirs)
    if ours.size != theirs.size or not np.array_equal(np.isfinite(ours), finite):
        return sys.float_info.max
    largest = float(np.max(np.abs(theirs[finite]), initial=0.0))
    return float(np.max(np.abs(ours[finite] - theirs[finite]), initial=0.0)) / (largest or 1.0)


def error_of(outputs: Sequence[Array], references: Sequence[Array]) -> float | None:
    """The largest of all outputs' differences; None without references."""
    if not references:
        return None
    if len(outputs) != len(references):
        return sys.float_info.max
    return max(_difference(output, reference) for output, reference in zip(outputs, references))


def _warm(times: list[float]) -> dict[str, Any]:
    ordered = sorted(times)
    return {
        "warm_ms": statistics.median(ordered),
        "warm_min_ms": ordered[0],
        "warm_p90_ms": ordered[int(0.9 * (len(ordered) - 1))],
        "runs": len(ordered),
    }


def measure(engine: Engine, references: Sequence[Array], seconds: float) -> dict[str, Any]:
    """All figures of an engine. `seconds` is the time for all inferences after the first, warming up included."""
    load_ms = _ms(engine.load)
    first_ms = _ms(engine.infer)
    begin = time.perf_counter()
    _times(engine, begin + _WARM_UP_SHARE * seconds, _WARM_UP_RUNS)
    times = _times(engine, begin + seconds, _LEAST_RUNS)
    return {
        "version": engine.version,
        "runs_on": engine.runs_on(),
        "load_ms": load_ms,
        "first_ms": first_ms,
        **_warm(times),
        "error": error_of(engine.outputs(engine.infer()), references),
        "notes": engine.notes(),
    }
