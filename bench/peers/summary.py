"""Figures from the measured times: medians of rounds and starts, their spread, and ratios between peers."""

import statistics

import peers

CPU_PEER = "xnnpack-1"
# Ratios of litevk's kernels on the CPU, by their keys: whose time is divided by whose.
CPU_RATIOS = {
    "cpu_1_to_xnnpack": ("litevk-cpu-1", "xnnpack-1"),
    "cpu_1_to_builtin": ("litevk-cpu-1", "builtin-1"),
    "cpu_2_to_xnnpack": ("litevk-cpu-2", "xnnpack-2"),
    "cpu_2_to_builtin": ("litevk-cpu-2", "builtin-2"),
    "cpu_2_to_1": ("litevk-cpu-2", "litevk-cpu-1"),
}
FIGURES = ("warm_ms", "cold_start_ms", "cached_start_ms")


def times_of(record, figure):
    """Returns the times that a figure of FIGURES summarizes, one for each round or start."""
    if figure == "warm_ms":
        return [statistics.median(times) for times in record.get("rounds_ms", [])]
    starts = record.get("starts", {}).get(figure.removesuffix("_start_ms"), [])
    return [start["load_ms"] + start["first_ms"] for start in starts]


def spread(values):
    """Returns the median of some values with the smallest and the largest, as a dictionary."""
    return {"median": statistics.median(values), "min": min(values), "max": max(values)}


def summarise_peer(record):
    """Adds to a peer's record the figures over its rounds and over its starts."""
    for figure in FIGURES:
        if times := times_of(record, figure):
            record[figure] = spread(times)


def ratio(mine, theirs):
    """Returns how much longer `mine` take than `theirs`: by the medians, and by pairs of single rounds or
    starts. The shorter list repeats: a case that is too slow to repeat has one time, which stands for all."""
    count = max(len(mine), len(theirs))
    single = [mine[i % len(mine)] / theirs[i % len(theirs)] for i in range(count)]
    return {
        "median": statistics.median(mine) / statistics.median(theirs),
        "min": min(single),
        "max": max(single),
    }


def change(before, after):
    """Returns how much longer litevk takes than the litevk before it, for each figure. Gives the median,
    smallest and largest ratio of single rounds or starts, and their number. Both halves of a pair ran next to
    each other."""
    if before is None or not (usable(before) and usable(after)):
        return {}
    ratios = {}
    for figure in FIGURES:
        single = [mine / theirs for mine, theirs in zip(times_of(after, figure), times_of(before, figure))]
        ratios[f"before_{figure}"] = spread(single) | {"pairs": len(single)}
    return ratios


def usable(record):
    """True if the peer's time counts: it ran to the end, and its output is right."""
    return "warm_ms" in record and record.get("agrees", False)


def _best(records, names, figure):
    """Returns the fastest right peer among `names`, if there is one."""
    rivals = [name for name in names if name in records and usable(records[name])]
    return min(rivals, key=lambda name: records[name][figure]["median"], default=None)


def _cpu_ratios(records):
    """Returns the ratios of CPU_RATIOS between peers that were measured."""
    return {
        key: ratio(times_of(records[mine], "warm_ms"), times_of(records[theirs], "warm_ms"))
        for key, (mine, theirs) in CPU_RATIOS.items()
        if all(name in records and usable(records[name]) for name in (mine, theirs))
    }


def summarise_model(records, vulkan_peers):
    """Returns the ratios of one model: litevk to the best Vulkan peer, to XNNPACK, and to itself with a
    quantized network's float32 twin. The ratio to the best Vulkan peer covers warm inference and each kind of
    start. Those of CPU_RATIOS are of litevk without a device."""
    ratios = _cpu_ratios(records)
    ours = records.get("litevk")
    if ours is None or not usable(ours):
        return ratios
    ratios |= change(records.get(peers.BEFORE), ours)
    for key, names, figure in (
        ("vulkan", vulkan_peers, "warm_ms"),
        ("cpu", [CPU_PEER], "warm_ms"),
        ("twin", [peers.TWIN], "warm_ms"),
        ("vulkan_cold_start", vulkan_peers, "cold_start_ms"),
        ("vulkan_cached_start", vulkan_peers, "cached_start_ms"),
    ):
        if peer := _best(records, names, figure):
            figures = ratio(times_of(ours, figure), times_of(records[peer], figure))
            ratios[key] = {"peer": peer} | figures
    return ratios
