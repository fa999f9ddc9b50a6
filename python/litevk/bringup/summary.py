"""summary.md: one page on what is wrong, what is slow, and where the device is not what litevk assumes."""

from __future__ import annotations

import datetime
from typing import Any, Sequence

from . import facts
from .context import Context
from .results import DOCUMENTS, LOG

_MOST_PROBLEMS = 25


def page(context: Context) -> str:
    """The page, from what the steps have found so far."""
    sections = [_heading(context), _wrong(context)]
    if context.device is not None:
        sections += [_furthest(context), _networks(context), _assumptions(context)]
    return "\n".join([*sections, _ran(context), _files(context)])


def _table(header: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "".join("| " + " | ".join(str(cell).replace("|", "\\|").replace("\n", " ") for cell in line) + " |\n" for line in lines)


def _heading(context: Context) -> str:
    machine = context.documents.get("devices", {}).get("machine", {})
    device = context.device
    name = device["name"] if device else "no device"
    today = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d")
    lines = [f"# litevk on {name}", "", f"{today}, litevk {machine.get('litevk', '?')}, {machine.get('distribution') or machine.get('system', '?')}, {machine.get('cpu', '?')}."]
    if device:
        lines.append(f"Driver {device['driver']}, Vulkan {device['api_version']}, {device['type']}, {device['memory_bytes'] / 2**30:.1f} GiB.")
    return "\n".join(lines) + "\n"


def _wrong(context: Context) -> str:
    problems = context.problems
    if not problems:
        return f"## What is wrong\n\nNothing that ran was wrong.{_too_little(context)}\n"
    lines = [f"- {problem.step}: {problem.what}" for problem in problems[:_MOST_PROBLEMS]]
    if len(problems) > _MOST_PROBLEMS:
        lines.append(f"- and {len(problems) - _MOST_PROBLEMS} more: {LOG}")
    return "## What is wrong\n\n" + "\n".join(lines) + "\n"


def _too_little(context: Context) -> str:
    return "" if context.has_data else " That is little: there were no operator cases and no models."


def _furthest(context: Context) -> str:
    rows = context.documents.get("speed", {}).get("operators", {}).get("furthest_from_the_roofline", [])
    if not rows:
        return "## What is slow\n\nNo operator was measured.\n"
    table = _table(
        ["operator", "layer", "us", "GFLOP/s", "GB/s", "% of the roofline"],
        [
            [row["op"], row["name"].partition("/")[2], f"{row['median_us']:.4g}", f"{row['gflops']:.4g}", f"{row['gbs']:.4g}", f"{100 * row['share_of_peak']:.1f}"]
            for row in rows
        ],
    )
    return f"## What is slow\n\nThe ten operators furthest from the roofline, each with its worst layer:\n\n{table}"


def _networks(context: Context) -> str:
    speed = context.documents.get("speed", {})
    rows = [
        [network, engine, *(_ms(record.get(key)) for key in ("load_ms", "first_ms", "warm_ms")), record.get("runs_on", record.get("failure", ""))]
        for network, records in speed.get("networks", {}).items()
        for engine, record in records.items()
    ]
    if not rows:
        return "## Networks\n\nNone was measured.\n"
    table = _table(["network", "engine", "load ms", "first run ms", "warm ms", "runs on"], rows)
    return f"## Networks\n\n{table}{_experiments(speed)}"


def _experiments(speed: dict[str, Any]) -> str:
    lines = []
    for name, medians in speed.get("parallel_workgroups", {}).items():
        shown = ", ".join(f"{number}: {median:.4g} ms" for number, median in medians.items())
        lines.append(f"- {name} with parallel_workgroups {shown}")
    for name, found in speed.get("tuner", {}).items():
        lines.append(
            f"- {name} tuned twice: {len(found['choices_that_differ'])} of {found['choices']} choices differ; "
            f"untuned {_ms(found['untuned_ms'])} ms, tuned {' and '.join(map(_ms, found['tuned_ms']))} ms"
        )
    for name, found in speed.get("compile_times", {}).items():
        if found["each"]:
            worst = found["each"][0]
            lines.append(
                f"- {name}: {found['pipelines']} pipelines compile in {found['sum_ms']:.0f} ms, the slowest "
                f"({worst['shader']}) in {worst['ms']:.0f}; their first use takes {found['first_use_ms']:.0f} ms"
            )
    return "\n" + "\n".join(lines) + "\n" if lines else ""


def _ms(value: Any) -> str:
    return "-" if value is None else f"{value:.4g}"


def _assumptions(context: Context) -> str:
    assert context.device is not None
    rows = [[fact.name, fact.assumed, fact.here] for fact in facts.differing(context.device, context.documents.get("speed", {}))]
    body = _table(["fact", "assumed", "here"], rows) if rows else "Nothing differs by a factor of two or more.\n"
    return f"## Where this device is not what litevk assumes\n\n{body}"


def _ran(context: Context) -> str:
    lines = []
    for run in context.documents.get("operators", {}).get("runs", []):
        outcomes = run["outcomes"]
        bad = outcomes["fail"] + outcomes["crash"]
        lines.append(f"- cases, {run['variant']}: {outcomes['pass']} passed, {bad} failed, {len(run['left_to_the_cpu'])} left to the CPU, {run['cases'] - run['run']} not run")
    models = context.documents.get("models", {}).get("models", [])
    if models:
        lines.append(f"- models: {sum(model['right'] for model in models)} of {len(models)} right")
    example = context.documents.get("models", {}).get("example")
    if example:
        lines.append(f"- litevk's example model: {'right' if example['right'] else 'not right'}")
    for name, found in context.documents.get("operation", {}).items():
        amount = f", {found['done']} of {found['asked']}" if "asked" in found else ""
        lines.append(f"- {name}: {_outcome(found)}{amount}")
    notes = "".join(f"- {note}\n" for note in context.notes)
    return "## What ran\n\n" + "\n".join(lines or ["- nothing"]) + "\n" + (f"\nNot run, or to be known:\n\n{notes}" if notes else "")


def _outcome(found: dict[str, Any]) -> str:
    if found.get("wrong") or found.get("messages"):
        return "wrong"
    return "no result" if "no_result" in found else "right"


def _files(context: Context) -> str:
    names = [name for name, _ in context.results.files() if name in DOCUMENTS or name == LOG]
    return f"\nDetails: {', '.join(names)}.\n"
