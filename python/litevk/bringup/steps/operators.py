"""Step 2: compares every operator case with its reference, with default features, then without each optional feature."""

from __future__ import annotations

import csv
import json
import os
import pathlib
import threading
from dataclasses import dataclass
from typing import Any, Optional

from ... import programs
from ..clock import Deadline
from ..context import Context

# The part of the step's time that the run with default features may take.
_DEFAULT_PART = 0.6
_CASE_LIMIT_S = 30.0
# Seconds that the program may need beyond its --max-seconds, to finish a case and to run it again in isolation.
_GRACE_S = 2 * _CASE_LIMIT_S
_MOST_LISTED = 200
# Features whose absence changes no result and no kernel, or which only a driver on the CPU has.
_NOT_SWITCHED = {"timestamps", "pipeline_statistics", "thread_spreading"}
_OPTIMIZATIONS = ("disable_zero_copy", "disable_fusion", "disable_winograd")


@dataclass(frozen=True)
class Variant:
    """One run over the cases."""

    name: str
    options: dict[str, str]


def run(context: Context, deadline: Deadline) -> dict[str, Any]:
    """Runs the variants one after the other, as far as the time goes."""
    if context.data.cases is None:
        return {"runs": []}
    entries = {entry["name"]: entry for entry in context.data.case_entries()}
    runs: list[dict[str, Any]] = []
    known: set[str] = set()
    variants = _variants(context)
    for number, variant in enumerate(variants):
        part = _DEFAULT_PART if number == 0 else 1 / (len(variants) - number)
        limit = deadline.share(part)
        if number > 0 and limit.left() < 1.0:
            context.note(f"operators: no time was left for {len(variants) - number} variants, from {variant.name} on")
            break
        runs.append(_run_variant(context, variant, entries, limit, known))
    return {"runs": runs}


def _variants(context: Context) -> list[Variant]:
    assert context.device is not None
    features = [feature for feature in context.device["features"] if feature not in _NOT_SWITCHED]
    without = [Variant(f"without {feature}", context.options(disable_features=feature)) for feature in features]
    switched = [Variant(f"with {option}", context.options(**{option: 1})) for option in _OPTIMIZATIONS]
    return [Variant("default", context.options()), *without, *switched]


def _run_variant(
    context: Context, variant: Variant, entries: dict[str, dict[str, Any]], limit: Deadline, known: set[str]
) -> dict[str, Any]:
    """Runs all cases with the variant's options. `known` is the set of cases that failed before; new ones are added to it."""
    rows: list[dict[str, str]] = []
    shards = _shards(context, list(entries.values()))
    threads = [threading.Thread(target=_run_shard, args=(context, variant, shard, limit, rows)) for shard in shards]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return _judge(context, variant, entries, rows, known)


def _shards(context: Context, entries: list[dict[str, Any]]) -> list[pathlib.Path]:
    """Returns folders with a share of the cases each, so that several processes compile at once."""
    assert context.data.cases is not None
    count = max(1, min(8, (os.cpu_count() or 1) // 2))
    folders = []
    for shard in range(count):
        folder = context.work / f"cases_{shard}"
        folders.append(folder)
        if folder.exists():
            continue
        folder.mkdir()
        for operator in {entry["name"].split("/")[0] for entry in entries}:
            (folder / operator).symlink_to(context.data.cases / operator)
        (folder / "index.json").write_text(json.dumps(entries[shard::count]))
    return folders


def _run_shard(context: Context, variant: Variant, folder: pathlib.Path, limit: Deadline, rows: list[dict[str, str]]) -> None:
    table = folder / "results.csv"
    table.unlink(missing_ok=True)
    options = [word for key, value in variant.options.items() for word in ("--delegate-option", f"{key}={value}")]
    library = programs.path_of("run").parents[1] / "lib" / "liblitevk.so"
    arguments = ["--delegate", str(library), "--cases", str(folder), "--csv", str(table), *options]
    arguments += ["--timeout", str(_CASE_LIMIT_S), "--max-seconds", f"{max(limit.left(), 0.5):.1f}"]
    ended = context.program("delegate-test", arguments, Deadline(limit.left() + _GRACE_S))
    if not table.exists():
        context.no_result("operators", f"{variant.name}: litevk-delegate-test", ended, "wrote no results")
        return
    with table.open(newline="", encoding="utf-8", errors="replace") as file:
        rows += csv.DictReader(file)


def _judge(
    context: Context, variant: Variant, entries: dict[str, dict[str, Any]], rows: list[dict[str, str]], known: set[str]
) -> dict[str, Any]:
    bad = [row for row in rows if row["outcome"] in ("fail", "crash")]
    counts = {outcome: sum(row["outcome"] == outcome for row in rows) for outcome in ("pass", "fail", "crash", "not delegated")}
    # A case that fails with default features fails without one of them too, and is not reported again.
    new = [row for row in bad if row["case"] not in known]
    for row in new[:20]:
        context.problem("operators", f"{variant.name}: {row['case']} {_how(row)}")
    if len(new) > 20:
        context.problem("operators", f"{variant.name}: {len(new) - 20} more cases failed: operators.json")
    known.update(row["case"] for row in new)
    left = [row["case"] for row in rows if row["outcome"] == "not delegated" and _belongs_to_gpu(entries[row["case"]])]
    context.results.say(
        f"  {variant.name}: {counts['pass']} passed, {len(bad)} failed, {len(left)} left to the CPU, "
        f"{len(entries) - len(rows)} of {len(entries)} not run for lack of time"
    )
    return {
        "variant": variant.name,
        "options": variant.options,
        "cases": len(entries),
        "run": len(rows),
        "outcomes": counts,
        "failures": [_failure(row) for row in bad[:_MOST_LISTED]],
        "left_to_the_cpu": left[:_MOST_LISTED],
        "worst_of_each_operator": _worst(rows),
        "slowest_cases": _slowest(rows),
    }


def _belongs_to_gpu(entry: dict[str, Any]) -> bool:
    return entry["runs_on"] == "gpu" and entry.get("partitions") == 1 and not entry["on_cpu"]


def _how(row: dict[str, str]) -> str:
    return f"crashed: {row['message']}" if row["outcome"] == "crash" else f"is wrong: {row['message']}"


def _failure(row: dict[str, str]) -> dict[str, Any]:
    numbers = {key: float(row[key]) for key in ("largest_difference", "bound", "seconds")}
    return {**{key: row[key] for key in ("case", "op", "outcome", "message")}, **numbers}


def _share(row: dict[str, str]) -> Optional[float]:
    """The largest difference as a part of its bound; None where floats were not compared."""
    bound = float(row["bound"])
    return float(row["largest_difference"]) / bound if bound > 0 else None


def _worst(rows: list[dict[str, str]]) -> list[dict[str, Any]]:
    """For each operator the case with the largest share of its bound."""
    worst: dict[str, dict[str, Any]] = {}
    for row in rows:
        share = _share(row)
        if share is not None and share >= worst.get(row["op"], {"share_of_bound": 0.0})["share_of_bound"]:
            worst[row["op"]] = {**_failure(row), "share_of_bound": share}
    return sorted(worst.values(), key=lambda entry: -float(entry["share_of_bound"]))


def _slowest(rows: list[dict[str, str]]) -> list[dict[str, Any]]:
    slowest = sorted(rows, key=lambda row: -float(row["seconds"]))[:10]
    return [{"case": row["case"], "seconds": float(row["seconds"])} for row in slowest]
