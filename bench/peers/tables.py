"""The results as Markdown."""

from textwrap import dedent

import peers
import summary


def _number(value):
    """Formats three significant digits."""
    if value >= 100:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _with_spread(figures):
    median = _number(figures["median"])
    # A single measurement has no spread.
    if figures["min"] == figures["max"]:
        return median
    return f"{median} ({_number(figures['min'])}..{_number(figures['max'])})"


def _table(header, rows):
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


class _Messages:
    """Numbered reasons below the tables, for cells without a figure."""

    def __init__(self):
        self._numbers = {}

    def mark(self, peer, message):
        return f"[{self._numbers.setdefault((peer, message), len(self._numbers) + 1)}]"

    def markdown(self):
        lines = (f"[{number}] {peer}: {message}\n" for (peer, message), number in self._numbers.items())
        return "\n".join(lines)


def _per_peer(results, cell, messages):
    """Returns a table with a row for each model and a column for each peer."""
    rows = []
    for model, measured in results["models"].items():
        row = [model]
        for name in results["peers"]:
            record = measured["peers"][name]
            text = cell(record)
            # A peer that failed half-way has both a figure and a reason not to trust it.
            if text is None or "message" in record:
                mark = messages.mark(name, record.get("message", "not measured"))
                text = mark if text is None else f"{text} {mark}"
            row.append(text)
        rows.append(row)
    return _table(["model", *results["peers"]], rows)


def _warm(record):
    if "warm_ms" not in record:
        return None
    text = _with_spread(record["warm_ms"])
    return f"{text} (wrong output)" if record.get("agrees") is False else text


def _start(record):
    if "cold_start_ms" not in record:
        return None
    # A peer that failed before has no start with filled caches.
    cached = _with_spread(record["cached_start_ms"]) if "cached_start_ms" in record else "-"
    return f"{_with_spread(record['cold_start_ms'])} / {cached}"


def _agreement(record):
    return f"{record['error']:.1e}" if "error" in record else None


def _ratio(ratios, key):
    if key not in ratios:
        return "-"
    figures = ratios[key]
    # Only the ratio to the Vulkan peers names the best one.
    name = f" to {figures['peer']}" if key.startswith("vulkan") else ""
    return _with_spread(figures) + name


def _ratios(results, columns):
    """Returns a table with a row for each model and a column for each key of `columns`, which gives its
    heading."""
    rows = [
        [model, *(_ratio(measured["ratios"], key) for key in columns)]
        for model, measured in results["models"].items()
    ]
    return _table(["model", *columns.values()], rows)


def _latency_ratios(results):
    twin = {"twin": "litevk / its float32 twin"} if peers.TWIN in results["peers"] else {}
    columns = {"vulkan": "litevk / best Vulkan peer", "cpu": "litevk / XNNPACK, one thread"}
    return _ratios(results, columns | twin)


def _cpu_ratios(results):
    """Returns the table of litevk's kernels on the CPU beside other interpreters'."""
    columns = {key: f"{mine} / {theirs}" for key, (mine, theirs) in summary.CPU_RATIOS.items()}
    return _ratios(results, columns)


def _change(results):
    headings = {"warm_ms": "warm", "cold_start_ms": "start, empty caches", "cached_start_ms": "start, filled caches"}
    return _ratios(results, {f"before_{figure}": heading for figure, heading in headings.items()})


def _starts(results, messages):
    ratios = _ratios(
        results,
        {
            "vulkan_cold_start": "empty caches, litevk / best Vulkan peer",
            "vulkan_cached_start": "filled caches, litevk / best Vulkan peer",
        },
    )
    explanation = "Ratios, each to the peer that starts fastest that way. In brackets those of single starts."
    return f"{_per_peer(results, _start, messages)}\n{explanation}\n\n{ratios}"


def _notes(results):
    lines = []
    for name in results["peers"]:
        found = {}
        for model, measured in results["models"].items():
            for note in measured["peers"][name].get("notes", []):
                found.setdefault(note, []).append(model)
        for text, models in found.items():
            where = "" if len(models) == len(results["models"]) else f" ({', '.join(models)})"
            lines.append(f"- {name}: {text}{where}")
    return "\n".join(lines) + "\n"


def _libraries(machine):
    """Returns a line for each litevk, if there are two."""
    if peers.BEFORE not in machine["libraries"]:
        return ""
    return "".join(f"{name}: {library}.\n" for name, library in machine["libraries"].items())


def _heading(machine):
    memory = f", {machine['memory_gib']:g} GiB" if machine["memory_gib"] else ""
    version = f"{machine['driver_version']}, " if machine["driver_version"] else ""
    text = dedent(f"""\
        # litevk and its peers

        {machine["date"]}, {machine["cpu"]} ({machine["cpus"]} CPUs{memory}), {machine["system"]},
        driver {version}{machine["driver"]}, litevk's sources at {machine["commit"]}.
        Rounds: {machine["rounds"]}, of about {machine["round_seconds"]:g} s for each peer.
        Starts: {machine["starts"]} with empty caches, one more with filled ones.
        """)
    return text + _libraries(machine)


def markdown(results):
    messages = _Messages()
    change = (
        "Before and after",
        f"litevk / {peers.BEFORE}: the median of the ratios of single rounds or starts (smallest..largest), whose halves "
        "ran next to each other. Above 1, it became slower.",
        _change(results),
    )
    cpu = (
        "Ratios of the CPU's kernels",
        "Below 1, litevk's are faster. In brackets the ratios of single rounds.",
        _cpu_ratios(results),
    )
    ratios = (
        "Ratios",
        "Below 1, litevk is faster. In brackets the ratios of single rounds.",
        _latency_ratios(results),
    )
    sections = (
        *([change] if peers.BEFORE in results["peers"] else []),
        (
            "Warm latency, ms",
            "Median of the rounds' medians (smallest..largest).",
            _per_peer(results, _warm, messages),
        ),
        *([cpu] if any(peers.PEERS[name].is_own_cpu for name in results["peers"]) else []),
        *([ratios] if "litevk" in results["peers"] else []),
        (
            "Start, ms",
            "Load and first inference: with empty caches / with those that the start before has filled. "
            "Median (smallest..largest).",
            _starts(results, messages),
        ),
        (
            "Agreement",
            "Largest difference from TFLite's reference kernels, as a part of the largest magnitude; "
            f"more than {results['tolerance']:g} counts as wrong, and of int8 more than {results['tolerance_of_int8']:g}.",
            _per_peer(results, _agreement, messages),
        ),
        ("Notes", "", _notes(results)),
    )
    text = _heading(results["machine"])
    for title, explanation, body in sections:
        text += f"\n## {title}\n\n" + (f"{explanation}\n\n" if explanation else "") + body
    reasons = messages.markdown()
    return text + (f"\n{reasons}" if reasons else "")
