"""Deadlines as shares of the time that is left, so that a quick step leaves more to the steps after it."""

from __future__ import annotations

import time


class Deadline:
    """A point in time so many seconds after its creation."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds until the deadline; 0 when it has passed."""
        return max(0.0, self._end - time.monotonic())

    def share(self, part: float, most: float = float("inf")) -> "Deadline":
        """An earlier deadline, after `part` of the time that is left or after `most` seconds, whichever is less."""
        return Deadline(min(self.left() * part, most))
