"""XNNPACK on the CPU, which TFLite's own interpreter applies by itself."""

from __future__ import annotations

import os
from typing import Any

from .engine import import_one_of, version_of
from .interpreters import InterpreterEngine
from .network import Network


class Engine(InterpreterEngine):
    """The interpreter of whichever of TFLite's packages is there, on one core or on all."""

    def __init__(self, network: Network, all_cores: bool) -> None:
        module = import_one_of("ai_edge_litert.interpreter", "tflite_runtime.interpreter", "tensorflow")
        self.version = f"{module.__name__.split('.')[0]} {version_of(module)}"
        self._class: Any = module.lite.Interpreter if module.__name__ == "tensorflow" else module.Interpreter
        super().__init__(network)
        self._threads = len(os.sched_getaffinity(0)) if all_cores else 1

    def load(self) -> None:
        """Reads the model and packs its weights."""
        self._allocate(self._class(str(self._network.model), num_threads=self._threads))

    def runs_on(self) -> str:
        """The CPU, with the number of threads."""
        return f"CPU, {self._threads} threads" if self._threads > 1 else "CPU, 1 thread"

    def notes(self) -> list[str]:
        """Returns none: there is nothing to add."""
        return []
