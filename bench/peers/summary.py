"""Figures from the measured times: medians of rounds, their spread, and ratios between peers."""

import statistics

CPU_PEER = "xnnpack-1"


def spread(values):
    """The median of some values with the smallest and the largest, as a dictionary."""
    return {"median": statistics.median(values), "min": min(values), "max": max(values)}


def summarise_peer(record):
    """Adds to a peer's record the figures over its rounds and over its starts."""
    if record.get("rounds_ms"):
        record["warm_ms"] = spread([statistics.median(times) for times in record["rounds_ms"]])
    for kind, starts in record.get("starts", {}).items():
        if starts:
            record[f"{kind}_start_ms"] = spread([start["load_ms"] + start["first_ms"] for start in starts])


def ratio(record, other):
    """How much longer `record` takes than `other`: by the medians, and by single rounds, run side by side."""
    pairs = zip(record["rounds_ms"], other["rounds_ms"])
    of_rounds = [statistics.median(mine) / statistics.median(theirs) for mine, theirs in pairs]
    return {
        "median": record["warm_ms"]["median"] / other["warm_ms"]["median"],
        "min": min(of_rounds),
        "max": max(of_rounds),
    }


def usable(record):
    """A peer whose time counts: it ran to the end, and its output is right."""
    return "warm_ms" in record and record.get("agrees", False)


def summarise_model(records, vulkan_peers):
    """The ratios of one model: litevk to the fastest right Vulkan peer, and to XNNPACK on one thread."""
    ours = records.get("litevk")
    if ours is None or not usable(ours):
        return {}
    ratios = {}
    rivals = [name for name in vulkan_peers if name in records and usable(records[name])]
    if rivals:
        best = min(rivals, key=lambda name: records[name]["warm_ms"]["median"])
        ratios["vulkan"] = {"peer": best} | ratio(ours, records[best])
    if CPU_PEER in records and usable(records[CPU_PEER]):
        ratios["cpu"] = {"peer": CPU_PEER} | ratio(ours, records[CPU_PEER])
    return ratios
