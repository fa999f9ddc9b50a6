"""Whole networks, warm and cold, beside the engines that this machine has."""

from __future__ import annotations

import json
import pathlib
from typing import Any, Optional, Sequence

from ..clock import Deadline
from ..context import Context

# The engines of litevk.peers that are measured where this Python has them.
_ENGINES = ("litevk", "xnnpack-1", "xnnpack-N", "webgpu", "ncnn", "torch", "torch-graph", "onnxruntime")
_OF_DISPATCH = ("node", "label", "shader", "workgroups", "flops", "bytes", "mean_us")
# Largest difference of two outputs, relative to the largest magnitude, at which both engines ran the same network.
_AGREES = 1e-2


def beside_peers(context: Context, limit: Deadline) -> dict[str, Any]:
    """Measures each engine on each network in a process of its own, with caches that are empty at its start."""
    found: dict[str, Any] = {}
    names = context.data.models_for("speed")
    if not names:
        context.note("speed: no network is there to measure: a kit of tools/bringup/pack.sh has some")
    missing: dict[str, str] = {}
    for position, name in enumerate(names):
        limit_of_network = limit.share(1 / (len(names) - position))
        found[name] = _network(context, name, limit_of_network, missing)
    for engine, sentence in missing.items():
        context.note(f"{engine} is not measured: {sentence}")
    return found


def _network(context: Context, name: str, limit: Deadline, missing: dict[str, str]) -> dict[str, Any]:
    engines = [engine for engine in _ENGINES if engine not in missing]
    records: dict[str, Any] = {}
    for position, engine in enumerate(engines):
        share = limit.share(1 / (len(engines) - position))
        if share.left() < 0.3:
            context.note(f"speed: no time was left for {engine} on {name}")
            continue
        record = _measure(context, engine, name, share)
        if "missing" in record:
            missing[engine] = record["missing"]
        elif "untranslated" not in record:
            records[engine] = record
    _say(context, name, records)
    return records


def _measure(context: Context, engine: str, name: str, limit: Deadline) -> dict[str, Any]:
    cache = context.work / "cache" / f"{engine}-{name}"
    cache.mkdir(parents=True, exist_ok=True)
    folders = {key: str(cache) for key in ("MESA_SHADER_CACHE_DIR", "__GL_SHADER_DISK_CACHE_PATH", "XDG_CACHE_HOME")}
    options = [f"{key}={value}" for key, value in context.options().items()] if engine == "litevk" else []
    arguments = [engine, str(context.data.folder_of(name)), *options]
    ended = context.peer(arguments, {"do": "measure", "seconds": limit.left() * 0.4}, limit, folders)
    record = ended.json()
    if not isinstance(record, dict) or ended.status != 0:
        record = {"failure": ended.failure or "printed no result"}
        if engine == "litevk":
            context.no_result("speed", f"{name}: litevk", ended, "printed no result")
    elif engine == "litevk":
        _judge(context, name, record)
    return record


def _judge(context: Context, name: str, record: dict[str, Any]) -> None:
    sentence: Optional[str] = record.get("failure")
    if record.get("error") is not None and not record["error"] <= _AGREES:
        sentence = f"an output is wrong by {record['error']:.3g} of the largest magnitude"
    if sentence:
        context.problem("speed", f"{name}: {sentence}")


def _say(context: Context, name: str, records: dict[str, Any]) -> None:
    parts = [f"{engine} {record['warm_ms']:.3g} ms" for engine, record in records.items() if record.get("warm_ms") is not None]
    context.results.say(f"  {name}: {', '.join(parts) or 'nothing was measured'}")


def compile_times(context: Context, limit: Deadline) -> dict[str, Any]:
    """Measures the driver's time to compile each pipeline of the networks, with empty caches, and the time of each dispatch."""
    found: dict[str, Any] = {}
    names = context.data.models_for("speed")
    for position, name in enumerate(names):
        share = limit.share(1 / (len(names) - position))
        if "bench" in context.hung:
            break
        if share.left() < 0.3:
            context.note(f"speed: no time was left for compile_times of {name}")
            break
        report = context.work / "compile_report.json"
        flags = ["--num_runs", "10", "--min_secs", "0", "--warmup_min_secs", "0", "--cold", "--enable_op_profiling"]
        document = bench(context, name, context.options(report_path=report), flags, share, report)
        if document is not None:
            found[name] = _times(document)
    return found


def bench(
    context: Context, name: str, options: dict[str, str], flags: Sequence[str], limit: Deadline, file: pathlib.Path
) -> Optional[dict[str, Any]]:
    """Runs litevk-bench on a model and returns the JSON document that it writes. Returns None and records the problem if the
    program fails."""
    file.unlink(missing_ok=True)
    given = ";".join(f"{key}:{value}" for key, value in options.items())
    model = context.data.folder_of(name) / "model.tflite"
    ended = context.program("bench", [f"--graph={model}", f"--external_delegate_options={given}", *flags], limit)
    if ended.failure or not file.exists():
        context.no_result("speed", f"{name}: litevk-bench", ended, "wrote no results")
        return None
    document: dict[str, Any] = json.loads(file.read_text(errors="replace"))
    return document


def _times(report: dict[str, Any]) -> dict[str, Any]:
    times = [entry for program in report["programs"] for entry in program["pipeline_times"]]
    dispatches = [entry for program in report["programs"] for entry in program.get("dispatch_times", [])]
    slowest = sorted(times, key=lambda entry: -float(entry["ms"]))
    return {
        "pipelines": len(times),
        "pipelines_ms": sum(program["pipelines_ms"] for program in report["programs"]),
        "first_use_ms": sum(program["first_use_ms"] for program in report["programs"]),
        "sum_ms": sum(float(entry["ms"]) for entry in times),
        "each": slowest,
        "dispatches_us": sum(float(entry["mean_us"]) for entry in dispatches),
        "dispatches": [{key: entry[key] for key in _OF_DISPATCH} for entry in dispatches],
    }
