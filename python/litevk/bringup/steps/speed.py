"""Step 4: the device's peaks, operators beside them, networks beside other engines, and what only a real GPU can tell."""

from __future__ import annotations

from typing import Any, Callable

from ..clock import Deadline
from ..context import Context
from . import networks, rates, tuning


def run(context: Context, deadline: Deadline) -> dict[str, Any]:
    """Measures in order of worth, each part with a share of the time that is left."""
    parts: list[tuple[str, float, Callable[[Context, Deadline], Any]]] = [
        ("operators", 0.30, rates.operators),
        ("networks", 0.55, networks.beside_peers),
        ("compile_times", 0.25, networks.compile_times),
        ("copies", 0.20, rates.copies),
        ("parallel_workgroups", 0.50, tuning.parallel_workgroups),
        ("tuner", 1.00, tuning.twice),
    ]
    document: dict[str, Any] = {}
    for name, share, function in parts:
        limit = deadline.share(share)
        if limit.left() < 1.0:
            context.note(f"speed: no time was left for {name}")
            continue
        document[name] = function(context, limit)
    return document
