"""Captures the text that an engine's libraries print to standard error, while it still goes there."""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager
from typing import Iterator


class Overheard:
    """The text so far; complete once the block has ended."""

    text = ""


def _pass_on(source: int, target: int, overheard: Overheard) -> None:
    pieces = []
    while True:
        piece = os.read(source, 65536)
        if not piece:
            break
        os.write(target, piece)
        pieces.append(piece)
    overheard.text = b"".join(pieces).decode(errors="replace")


@contextmanager
def overhear() -> Iterator[Overheard]:
    """Listens to file descriptor 2 for the length of a block."""
    overheard = Overheard()
    original = os.dup(2)
    source, sink = os.pipe()
    os.dup2(sink, 2)
    os.close(sink)
    thread = threading.Thread(target=_pass_on, args=(source, original, overheard))
    thread.start()
    try:
        yield overheard
    finally:
        os.dup2(original, 2)  # closes the pipe's last end, which ends the thread
        thread.join()
        os.close(source)
        os.close(original)
