"""litevk itself, so that all engines are measured alike."""

from __future__ import annotations

import json
import pathlib
import tempfile
from typing import Any, cast

from .._native import runtime_version
from ..interpreter import Interpreter
from ..machine import says_no_device
from .engine import Missing
from .interpreters import InterpreterEngine, device_of, share_of
from .network import Network


class Engine(InterpreterEngine):
    """The interpreter with the delegate's options; by default nothing may fall back to the CPU."""

    def __init__(self, network: Network, **options: str) -> None:
        super().__init__(network)
        self.version = runtime_version()
        self._options = {"strict": "1", "partition_policy": "all", **options}
        self._report: dict[str, Any] = {}

    def load(self) -> None:
        """Applies the delegate, which compiles and uploads what the network needs."""
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder) / "report.json"
            self._allocate(self._create({**self._options, "report_path": str(report)}))
            self._report = json.loads(report.read_text())

    def _create(self, options: dict[str, str]) -> Interpreter:
        try:
            return Interpreter(self._network.model, **cast(Any, options))
        except ValueError as error:
            if says_no_device(str(error)):
                raise Missing(f"{error}.") from error
            raise

    def runs_on(self) -> str:
        """The device of the delegate's report."""
        return device_of(self._report)

    def notes(self) -> list[str]:
        """How much of the network the device runs."""
        return [share_of(self._report)]
