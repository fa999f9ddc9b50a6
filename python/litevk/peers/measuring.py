"""The figures of an engine: the times of inferences, and the difference of its outputs from the reference outputs.

The median of `runs` inferences is warm_ms, their minimum warm_min_ms and their 90th percentile warm_p90_ms. The largest
difference from the reference, relative to the output's largest magnitude, is error.
"""

from __future__ import annotations

import statistics
import sys
import time
from typing import Any, Callable, Sequence

import numpy as np

from .engine import Array

_WARM_UP_RUNS = 3
_WARM_UP_SHARE = 0.2
_LEAST_RUNS = 5


def in_ms(function: Callable[[], Any]) -> float:
    """Calls the function and returns how long it took, in milliseconds."""
    begin = time.perf_counter()
    function()
    return (time.perf_counter() - begin) * 1e3


def _times(infer: Callable[[], float], until: float, least: int) -> list[float]:
    """Times of inferences, which are run until the time `until` and at least `least` times."""
    times: list[float] = []
    while len(times) < least or time.perf_counter() < until:
        times.append(infer())
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


def warm_figures(infer: Callable[[], float], seconds: float) -> dict[str, Any]:
    """The warm times of a network that has run before. `infer` runs it once more and returns the time in milliseconds; `seconds`
    is the time for all of these runs, warming up included."""
    begin = time.perf_counter()
    _times(infer, begin + _WARM_UP_SHARE * seconds, _WARM_UP_RUNS)
    ordered = sorted(_times(infer, begin + seconds, _LEAST_RUNS))
    return {
        "warm_ms": statistics.median(ordered),
        "warm_min_ms": ordered[0],
        "warm_p90_ms": ordered[int(0.9 * (len(ordered) - 1))],
        "runs": len(ordered),
    }
