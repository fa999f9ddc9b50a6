"""The steps in order of importance. Each is a function that takes the context and a deadline, and returns its document."""

from __future__ import annotations

from typing import Any, Callable

from ..clock import Deadline
from ..context import Context
from . import devices, models, operation, operators, speed

Step = Callable[[Context, Deadline], "dict[str, Any]"]

# Keyed by name: the step's function, and its share of the time that the steps before it have left.
STEPS: dict[str, tuple[Step, float]] = {
    "devices": (devices.run, 0.05),
    "operators": (operators.run, 0.30),
    "models": (models.run, 0.17),
    "speed": (speed.run, 0.65),
    "operation": (operation.run, 1.00),
}
