"""litevk itself, so that all engines are measured alike."""

from __future__ import annotations

import json
import pathlib
import tempfile
from typing import Any, Sequence, cast

from ..._native import runtime_version
from ...interpreter import Interpreter
from .engine import Array, Missing
from .network import Network


class Engine:
    """The interpreter with the delegate's options; by default nothing may fall back to the CPU."""

    def __init__(self, network: Network, **options: str) -> None:
        self.version = runtime_version()
        self._network = network
        self._options = {"strict": "1", "partition_policy": "all", **options}
        self._report: dict[str, Any] = {}

    def load(self) -> None:
        """Applies the delegate, which compiles and uploads what the network needs."""
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder) / "report.json"
            self._interpreter = self._create({**self._options, "report_path": str(report)})
            self._interpreter.allocate_tensors()
            self._report = json.loads(report.read_text())
        self._inputs = [detail["index"] for detail in self._interpreter.get_input_details()]
        self._outputs = [detail["index"] for detail in self._interpreter.get_output_details()]

    def _create(self, options: dict[str, str]) -> Interpreter:
        try:
            return Interpreter(self._network.model, **cast(Any, options))
        except ValueError as error:
            if "no Vulkan device" in str(error):
                raise Missing(f"{error}.") from error
            raise

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
        """The device of the delegate's report."""
        return f"{self._report['device']} ({self._report['driver']})"

    def notes(self) -> list[str]:
        """How much of the network the device runs."""
        graph = self._report["subgraphs"][0]
        delegated, total, partitions = (graph[key] for key in ("nodes_delegated", "nodes_total", "partitions"))
        return [f"{delegated} of {total} nodes run on the device, in {partitions} partitions."]
