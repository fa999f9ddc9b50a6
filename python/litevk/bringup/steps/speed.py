"""Step 4: the device's peaks, operators beside them, networks beside other engines, and what only a real GPU can tell."""

from __future__ import annotations

from typing import Any

from ..clock import Deadline
from ..context import Context, Part
from . import networks, rates, tuning


def run(context: Context, deadline: Deadline) -> dict[str, Any]:
    """Measures in order of worth, each part with a share of the time that is left."""
    parts: list[Part] = [
        ("operators", 0.30, rates.operators),
        ("networks", 0.55, networks.beside_peers),
        ("compile_times", 0.25, networks.compile_times),
        ("copies", 0.20, rates.copies),
        ("parallel_workgroups", 0.50, tuning.parallel_workgroups),
        ("tuner", 1.00, tuning.twice),
    ]
    return context.run_parts("speed", parts, deadline, 1.0)
