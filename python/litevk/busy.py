"""A line on the terminal that says what a command is doing, for as long as it takes."""

from __future__ import annotations

import contextlib
import sys
from typing import Iterator


@contextlib.contextmanager
def busy(what: str) -> Iterator[None]:
    """Prints `what` on standard error if that is a terminal, and erases it at the end."""
    if not sys.stderr.isatty():
        yield
        return
    # The cursor returns to the left, so that the delegate's log lines overwrite this line.
    print(f"{what} ...\r", end="", file=sys.stderr, flush=True)
    try:
        yield
    finally:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
