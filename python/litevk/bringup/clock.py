"""How the time is divided: by shares of what is left, so that a step that is quick leaves more to those after it."""

from __future__ import annotations

import time


class Deadline:
    """A moment that comes."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds until then; 0 when it has passed."""
        return max(0.0, self._end - time.monotonic())

    def share(self, part: float, most: float = float("inf")) -> "Deadline":
        """An earlier moment: when that part of the time that is left is over, or `most` seconds."""
        return Deadline(min(self.left() * part, most))
