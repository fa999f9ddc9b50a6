"""The base class of the engines that have the interface of TFLite's interpreter, and what litevk's report says of a run."""

from __future__ import annotations

from typing import Any, Sequence

from .engine import Array
from .network import Network


class InterpreterEngine:
    """Runs a network in an interpreter that a derived class makes, one input and output after the other."""

    def __init__(self, network: Network) -> None:
        self._network = network

    def _allocate(self, interpreter: Any) -> None:
        interpreter.allocate_tensors()
        self._interpreter = interpreter
        self._inputs = [detail["index"] for detail in interpreter.get_input_details()]
        self._outputs = [detail["index"] for detail in interpreter.get_output_details()]

    def infer(self) -> list[Array]:
        """Sets the inputs, runs and copies the outputs."""
        for index, value in zip(self._inputs, self._network.inputs):
            self._interpreter.set_tensor(index, value)
        self._interpreter.invoke()
        return [self._interpreter.get_tensor(index) for index in self._outputs]

    def invoke(self) -> None:
        """Runs with the inputs that were set last, without copies."""
        self._interpreter.invoke()

    def outputs(self, result: list[Array]) -> Sequence[Array]:
        """The arrays as they are."""
        return result


def device_of(report: dict[str, Any]) -> str:
    """The device of a delegate's report, with its driver."""
    return f"{report['device']} ({report['driver']})"


def share_of(report: dict[str, Any]) -> str:
    """How much of the network the device runs, by a delegate's report."""
    graph = report["subgraphs"][0]
    delegated, total, partitions = (graph[key] for key in ("nodes_delegated", "nodes_total", "partitions"))
    return f"{delegated} of {total} nodes run on the device, in {partitions} partitions."
