"""XNNPACK on the CPU, which TFLite's own interpreter applies by itself."""

from __future__ import annotations

import os
from typing import Any, Sequence

from .engine import Array, import_one_of, version_of
from .network import Network


class Engine:
    """The interpreter of whichever of TFLite's packages is there, on one core or on all."""

    def __init__(self, network: Network, all_cores: bool) -> None:
        module = import_one_of("ai_edge_litert.interpreter", "tflite_runtime.interpreter", "tensorflow")
        self.version = f"{module.__name__.split('.')[0]} {version_of(module)}"
        self._class: Any = module.lite.Interpreter if module.__name__ == "tensorflow" else module.Interpreter
        self._network = network
        self._threads = len(os.sched_getaffinity(0)) if all_cores else 1

    def load(self) -> None:
        """Reads the model and packs its weights."""
        self._interpreter = self._class(str(self._network.model), num_threads=self._threads)
        self._interpreter.allocate_tensors()
        self._inputs = [detail["index"] for detail in self._interpreter.get_input_details()]
        self._outputs = [detail["index"] for detail in self._interpreter.get_output_details()]

    def infer(self) -> list[Array]:
        """Sets the inputs, runs and copies the outputs."""
        for index, value in zip(self._inputs, self._network.inputs):
            self._interpreter.set_tensor(index, value)
        self._interpreter.invoke()
        return [self._interpreter.get_tensor(index) for index in self._outputs]

    def outputs(self, result: list[Array]) -> Sequence[Array]:
        """The arrays as they are."""
        return result

    def runs_on(self) -> str:
        """The CPU, with the number of threads."""
        return f"CPU, {self._threads} threads" if self._threads > 1 else "CPU, 1 thread"

    def notes(self) -> list[str]:
        """Returns none: there is nothing to add."""
        return []
