"""TFLite's own interpreter on the CPU, with XNNPACK, which it applies by itself, or with its built-in kernels alone."""

from __future__ import annotations

import os
from typing import Any, Optional, Sequence

from .engine import import_one_of, version_of
from .interpreters import InterpreterEngine
from .network import Network


class Engine(InterpreterEngine):
    """The interpreter of whichever of TFLite's packages is there. `threads` is None for one on each core."""

    def __init__(self, network: Network, threads: Optional[int], has_xnnpack: bool = True) -> None:
        module = import_one_of("ai_edge_litert.interpreter", "tflite_runtime.interpreter", "tensorflow")
        self._has_xnnpack = has_xnnpack
        self.version = f"{module.__name__.split('.')[0]} {version_of(module)}"
        self._tflite: Any = module.lite if module.__name__ == "tensorflow" else module
        super().__init__(network)
        self._threads = len(os.sched_getaffinity(0)) if threads is None else threads

    def load(self) -> None:
        """Reads the model and packs its weights."""
        self._allocate_with(None)

    def _allocate_with(self, delegates: Optional[Sequence[Any]]) -> None:
        model = str(self._network.model)
        options = {} if self._has_xnnpack else {"experimental_op_resolver_type": self._resolver_without_xnnpack()}
        interpreter = self._tflite.Interpreter
        self._allocate(interpreter(model, num_threads=self._threads, experimental_delegates=delegates, **options))

    def _resolver_without_xnnpack(self) -> Any:
        resolvers = getattr(self._tflite, "OpResolverType", None) or self._tflite.experimental.OpResolverType
        return resolvers.BUILTIN_WITHOUT_DEFAULT_DELEGATES

    def runs_on(self) -> str:
        """The CPU, with the number of threads."""
        return f"CPU, {self._threads} threads" if self._threads > 1 else "CPU, 1 thread"

    def notes(self) -> list[str]:
        """Returns none: there is nothing to add."""
        return []
