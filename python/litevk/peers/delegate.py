"""A library of litevk's delegate in TFLite's own interpreter."""

from __future__ import annotations

import json
import os
import pathlib
import tempfile
from typing import Any

from . import tflite
from .interpreters import device_of, share_of
from .network import Network

# Strict, because a run that fell back to the CPU would look like a fast GPU.
_OPTIONS = {"allow_cpu_device": "1", "strict": "1", "partition_policy": "all"}


class Engine(tflite.Engine):
    """The interpreter with the delegate of that library, which need not be the package's own."""

    def __init__(self, network: Network, library: str) -> None:
        super().__init__(network, threads=1)
        self._library = library
        self._report: dict[str, Any] = {}

    def load(self) -> None:
        """Applies the delegate, which compiles and uploads what the network needs."""
        handle, path = tempfile.mkstemp(suffix=".json")
        os.close(handle)
        self._report_path = pathlib.Path(path)
        load = getattr(self._tflite, "load_delegate", None) or self._tflite.experimental.load_delegate
        self._allocate_with([load(self._library, {**_OPTIONS, "report_path": path})])

    def _read_report(self) -> dict[str, Any]:
        if not self._report:
            self._report = json.loads(self._report_path.read_text())
            self._report_path.unlink()
        return self._report

    def runs_on(self) -> str:
        """The device of the delegate's report."""
        return device_of(self._read_report())

    def notes(self) -> list[str]:
        """How much of the network the device runs."""
        return [share_of(self._read_report())]
