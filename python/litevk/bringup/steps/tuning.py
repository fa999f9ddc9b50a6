"""Checks that litevk's estimates fit the device: tries other numbers of parallel workgroups, and runs the tuner twice."""

from __future__ import annotations

import json
from typing import Any, Optional

from ..clock import Deadline
from ..context import Context
from .networks import bench

_WORKGROUPS = (24, 96, 400, 1600)
# Rounds over all numbers of workgroups; the best median of each counts, because clocks rise in the first round.
_TURNS = 2


def parallel_workgroups(context: Context, limit: Deadline) -> dict[str, Any]:
    """Returns the warm latency of the networks for each assumed number of workgroups that run at once."""
    found: dict[str, Any] = {}
    names = context.data.models_for("tuning")
    left = len(names) * _TURNS * len(_WORKGROUPS)
    for name in names:
        medians: dict[str, float] = {}
        for number in _WORKGROUPS * _TURNS:
            share = limit.share(1 / left)
            left -= 1
            steady = _steady_ms(context, name, context.options(parallel_workgroups=number), share)
            if steady is not None:
                medians[str(number)] = min(steady, medians.get(str(number), steady))
        found[name] = medians
        shown = ", ".join(f"{number}: {median:.3g} ms" for number, median in medians.items())
        context.results.say(f"  {name}, parallel_workgroups {shown or 'not measured for lack of time'}")
    return found


def _steady_ms(context: Context, name: str, options: dict[str, str], limit: Deadline) -> Optional[float]:
    if limit.left() < 0.5 or "bench" in context.hung:
        return None
    file = context.work / "bench.json"
    seconds = f"{limit.left() * 0.3:.2f}"
    flags = ["--num_runs", "5", "--min_secs", seconds, "--max_secs", seconds, "--warmup_min_secs", f"{limit.left() * 0.1:.2f}"]
    document = bench(context, name, options, [*flags, "--json", str(file)], limit, file)
    return None if document is None else float(document["steady_ms"]["median"])


def twice(context: Context, limit: Deadline) -> dict[str, Any]:
    """Tunes the networks twice from nothing, to compare the choices and the latencies."""
    found: dict[str, Any] = {}
    names = context.data.models_for("tuning")
    for position, name in enumerate(names):
        share = limit.share(1 / (len(names) - position))
        if "bench" in context.hung:
            break
        if share.left() < 2.0:
            context.note(f"speed: no time was left for tuner on {name}")
            break
        found[name] = _tune(context, name, share)
    return found


def _tune(context: Context, name: str, limit: Deadline) -> dict[str, Any]:
    untuned = _steady_ms(context, name, context.options(), limit.share(0.2))
    medians, choices = [], []
    for turn in range(2):
        folder = context.work / f"tuned_{name}_{turn}"
        folder.mkdir(exist_ok=True)
        options = context.options(tuning="fast", serialization_dir=folder)
        medians.append(_steady_ms(context, name, options, limit.share(0.5 if turn == 0 else 1.0)))
        choices.append(_choices(folder.glob("*.tuning")))
    keys = choices[0].keys() & choices[1].keys()
    other = {key: [choices[0][key], choices[1][key]] for key in sorted(keys) if choices[0][key] != choices[1][key]}
    context.results.say(f"  {name}, tuned twice: {len(other)} of {len(keys)} choices differ; {untuned} ms, tuned {medians}")
    return {"untuned_ms": untuned, "tuned_ms": medians, "choices": len(keys), "choices_that_differ": other}


def _choices(files: Any) -> dict[str, str]:
    chosen: dict[str, str] = {}
    for file in files:
        chosen.update(json.loads(file.read_text(errors="replace"))["choices"])
    return chosen
