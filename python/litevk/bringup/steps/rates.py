"""Measurements of litevk-op-bench: peaks, operators as a share of the roofline, and the costs of submissions and copies."""

from __future__ import annotations

import json
import pathlib
from typing import Any, Optional, Sequence

from ..clock import Deadline
from ..context import Context

# Seconds of a benchmark, and seconds that the program may need beyond its --max-seconds to finish a layer.
_MIN_TIME_S = "0.03"
_GRACE_S = 30.0
_SMALL_BYTES = 1 << 17
# One layer whose work is small beside its copies: 3 x 25.7 MB.
_COPIED = "ADD input=1x224x224x128,1x224x224x128\n"
# Keys in the context of litevk-op-bench's document that identify the machine.
_PERSONAL = ("host_name", "executable", "load_avg")


def operators(context: Context, limit: Deadline) -> dict[str, Any]:
    """Measures every operator on layers of known networks. The rows go into rates.json."""
    seconds = f"{max(limit.left() - 2.0, 0.5):.1f}"
    arguments = ["--cases", "none", "--min-time", _MIN_TIME_S, "--max-seconds", seconds]
    document = _bench(context, "operators", arguments, Deadline(limit.left() + _GRACE_S))
    if document is None:
        return {}
    context.documents["rates"] = document
    rows = document["benchmarks"]
    for row in rows:
        if row.get("error_occurred"):
            context.problem("speed", f"{row['name']}: {row['error_message']}")
    peaks = {key: document["context"][key] for key in ("peak_gflops", "peak_gbs", "empty_device_us", "empty_host_us")}
    context.results.say(f"  {len(rows)} layers; peaks {peaks['peak_gflops']:.0f} GFLOP/s and {peaks['peak_gbs']:.0f} GB/s")
    return {"layers": len(rows), **peaks, "furthest_from_the_roofline": _furthest(rows)}


def _furthest(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns each operator's layer that is furthest from the roofline, for the ten furthest operators.

    Small layers are left out: their time is the cost of a dispatch, whatever the kernel does.
    """
    worst: dict[str, dict[str, Any]] = {}
    for row in rows:
        if row.get("share_of_peak") is None or row["bytes"] < _SMALL_BYTES:
            continue
        if row["op"] not in worst or row["share_of_peak"] < worst[row["op"]]["share_of_peak"]:
            worst[row["op"]] = {key: row[key] for key in ("op", "name", "median_us", "gflops", "gbs", "share_of_peak", "dispatches")}
    return sorted(worst.values(), key=lambda row: float(row["share_of_peak"]))[:10]


def copies(context: Context, limit: Deadline) -> dict[str, Any]:
    """Measures one layer three times: device time, from submission to fence, and with copies of inputs and output."""
    shapes = context.work / "copied.txt"
    shapes.write_text(_COPIED)
    medians: dict[str, Any] = {}
    for mode in ("gpu", "submit", "end_to_end"):
        arguments = ["--cases", "none", "--shapes", str(shapes), "--mode", mode, "--min-time", "0.2"]
        document = _bench(context, f"copies, {mode}", arguments, limit)
        if document is not None and document["benchmarks"][0].get("median_us") is not None:
            medians[f"{mode}_us"] = document["benchmarks"][0]["median_us"]
            medians["bytes"] = document["benchmarks"][0]["bytes"]
    if "submit_us" in medians and "end_to_end_us" in medians:
        copied_us = medians["end_to_end_us"] - medians["submit_us"]
        medians["copies_us"] = copied_us
        medians["copies_gbs"] = medians["bytes"] / copied_us * 1e-3 if copied_us > 0 else None
    return medians


def _bench(context: Context, what: str, arguments: Sequence[str], limit: Deadline) -> Optional[dict[str, Any]]:
    assert context.device is not None
    file = context.work / "op_bench.json"
    file.unlink(missing_ok=True)
    flags = ["--device", str(context.device["index"]), "--json", str(file)]
    if context.settings.allow_cpu_device:
        flags.append("--allow-cpu-device")
    ended = context.program("op-bench", [*arguments, *flags], limit)
    document = _read(file)
    # A wrong result is a row of the document, so the status alone says nothing.
    if document is None:
        context.no_result("speed", f"{what}: litevk-op-bench", ended, "wrote no results")
    return document


def _read(file: pathlib.Path) -> Optional[dict[str, Any]]:
    try:
        document: dict[str, Any] = json.loads(file.read_text(errors="replace"))
    except (OSError, ValueError):
        return None
    for key in _PERSONAL:
        document["context"].pop(key, None)
    return document
