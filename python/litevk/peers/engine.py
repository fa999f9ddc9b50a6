"""The interface of an engine, and the exceptions by which it says that it cannot run."""

from __future__ import annotations

import importlib
import importlib.metadata
from typing import Any, Protocol, Sequence

import numpy.typing as npt

Array = npt.NDArray[Any]


class Missing(Exception):
    """An engine cannot run on this machine; the message is the reason."""


class Untranslated(Exception):
    """An engine cannot run this network, whatever is installed; the message is the reason."""


class Engine(Protocol):
    """A network in an engine. The constructor imports the packages and converts the network to the engine's own form."""

    version: str

    def load(self) -> None:
        """Makes the network ready to run. Timed."""

    def infer(self) -> Any:
        """Runs the network from inputs in host memory to outputs in host memory. Timed."""

    def outputs(self, result: Any) -> Sequence[npt.NDArray[Any]]:
        """Converts the result of infer() to arrays in the model's order and layout."""

    def runs_on(self) -> str:
        """The device on which the network really ran, as the engine names it."""

    def notes(self) -> list[str]:
        """Sentences that a reader of the times should know."""


def import_one_of(*names: str) -> Any:
    """The first of the modules that can be imported; raises Missing where none can."""
    reasons = []
    for name in names:
        try:
            return importlib.import_module(name)
        except Exception as error:  # a broken package raises what it likes
            reasons.append(f"{name} ({str(error).splitlines()[0] if str(error) else type(error).__name__})")
    raise Missing(f"No Python package for it can be imported here: {', '.join(reasons)}.")


def version_of(module: Any) -> str:
    """The version of the distribution that brought the module, else what the module says of itself."""
    top = str(module.__name__).split(".")[0]
    for distribution in (top.replace("_", "-"), f"{top}-gpu"):
        try:
            return importlib.metadata.version(distribution)
        except importlib.metadata.PackageNotFoundError:
            continue
    return str(getattr(importlib.import_module(top), "__version__", "unknown"))
