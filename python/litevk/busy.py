"""What a command does, on a terminal, for as long as it takes."""

from __future__ import annotations

import contextlib
import sys
from typing import Iterator


@contextlib.contextmanager
def busy(what: str) -> Iterator[None]:
    """Says `what` on standard error where that is a terminal, and takes it back at the end."""
    if not sys.stderr.isatty():
        yield
        return
    # The cursor is at the left, so that what the delegate logs meanwhile goes over this line.
    print(f"{what} ...\r", end="", file=sys.stderr, flush=True)
    try:
        yield
    finally:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
