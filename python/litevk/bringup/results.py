"""The folder of results: at most eight files of bounded size, without personal data."""

from __future__ import annotations

import json
import pathlib
import threading
import time
from typing import Any

from .privacy import Scrubber

LARGEST_FILE = 16_000_000
# Everything that a run writes. docs/BRINGUP.md has the same list.
SUMMARY = "summary.md"
LOG = "log.txt"
DOCUMENTS = ("devices.json", "operators.json", "models.json", "speed.json", "rates.json", "operation.json")


class Results:
    """Writes the files, from any thread. Each is replaced whole, so that an interrupted run leaves what it had."""

    def __init__(self, folder: pathlib.Path, scrubber: Scrubber) -> None:
        self.folder = folder
        self._scrubber = scrubber
        self._begin = time.monotonic()
        self._log: list[str] = []
        self._lock = threading.Lock()
        folder.mkdir(parents=True, exist_ok=True)

    def write_json(self, name: str, document: Any) -> None:
        """Writes a document under one of the names above."""
        assert name in DOCUMENTS, name
        text = json.dumps(document, indent=1)
        if len(text) > LARGEST_FILE:
            text = json.dumps({"note": f"left out: {len(text)} bytes are more than a file may have"})
        self._write(name, text + "\n")

    def write_summary(self, text: str) -> None:
        """Writes the page that people read first."""
        self._write(SUMMARY, text)

    def say(self, line: str) -> None:
        """Prints a line, and keeps it in the log."""
        print(line, flush=True)
        self.log(line)

    def log(self, text: str) -> None:
        """Adds to the log, with the seconds since the start. A long text is shortened to its beginning and its end."""
        if len(text) > 20_000:
            text = f"{text[:10_000]}\n... {len(text) - 20_000} characters are left out ...\n{text[-10_000:]}"
        with self._lock:
            self._log.append(f"[{time.monotonic() - self._begin:7.1f}] {text}")
            whole = "\n".join(self._log) + "\n"
            if len(whole) > LARGEST_FILE:
                whole = whole[: LARGEST_FILE // 2] + "\n... left out ...\n" + whole[-LARGEST_FILE // 4 :]
            self._write(LOG, whole)

    def files(self) -> list[tuple[str, int]]:
        """The names and sizes of the files that exist, in reading order."""
        names = [SUMMARY, *DOCUMENTS, LOG]
        return [(name, path.stat().st_size) for name in names if (path := self.folder / name).is_file()]

    def _write(self, name: str, text: str) -> None:
        temporary = self.folder / f".{name}.new"
        temporary.write_text(self._scrubber.clean(text), encoding="utf-8", errors="replace")
        temporary.replace(self.folder / name)
