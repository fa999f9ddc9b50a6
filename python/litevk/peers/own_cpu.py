"""litevk's own interpreter without a device: its CPU kernels."""

from __future__ import annotations

from .._native import runtime_version
from ..interpreter import Interpreter
from .interpreters import InterpreterEngine
from .network import Network


class Engine(InterpreterEngine):
    """The interpreter without a delegate."""

    def __init__(self, network: Network, threads: int) -> None:
        super().__init__(network)
        self.version = runtime_version()
        self._threads = threads

    def load(self) -> None:
        """Reads the model; the first inference packs its weights."""
        model = self._network.model
        self._allocate(Interpreter(model, num_threads=self._threads, experimental_delegates=[]))

    def runs_on(self) -> str:
        """The CPU, with the number of threads."""
        return f"CPU, {self._threads} threads" if self._threads > 1 else "CPU, 1 thread"

    def notes(self) -> list[str]:
        """Returns none: there is nothing to add."""
        return []
