"""An interpreter on the model of a folder, with its inputs and reference outputs."""

from __future__ import annotations

import json
import pathlib
import tempfile
import time
from typing import Any, Sequence

import numpy as np
import numpy.typing as npt

from ... import Interpreter

Arrays = list[npt.NDArray[Any]]


class _Progress:
    """Prints a dot every second at most, which tells the parent process that a check is at work."""

    _last = 0.0

    def tell(self) -> None:
        """Prints the dot. Has to be called after each piece of work."""
        if time.monotonic() - self._last >= 1.0:
            self._last = time.monotonic()
            print(".", end="", flush=True)


_progress = _Progress()


class Session:
    """A model on the device, ready to run. The report is the delegate's."""

    def __init__(self, folder: pathlib.Path, options: dict[str, str], inputs: Sequence[npt.NDArray[Any]] = ()) -> None:
        self._temporary = tempfile.TemporaryDirectory()
        self._report = pathlib.Path(self._temporary.name) / "report.json"
        keywords: dict[str, Any] = {**options, "report_path": str(self._report)}
        self.interpreter = Interpreter(str(folder / "model.tflite"), **keywords)
        self.inputs = list(inputs) or values_of(folder, "input")
        self.set_shapes(self.inputs)

    def set_shapes(self, inputs: Sequence[npt.NDArray[Any]]) -> None:
        """Gives the inputs the shapes of these arrays, and plans for them."""
        for details, value in zip(self.interpreter.get_input_details(), inputs):
            if list(details["shape"]) != list(value.shape):
                self.interpreter.resize_tensor_input(details["index"], value.shape)
        self.interpreter.allocate_tensors()
        self.inputs = list(inputs)
        _progress.tell()

    def run(self) -> Arrays:
        """Resets the model's states to zero, runs it and returns the outputs."""
        self.interpreter.reset_all_variables()
        for details, value in zip(self.interpreter.get_input_details(), self.inputs):
            self.interpreter.set_tensor(details["index"], value)
        self.interpreter.invoke()
        _progress.tell()
        return [self.interpreter.get_tensor(details["index"]) for details in self.interpreter.get_output_details()]

    def report(self) -> dict[str, Any]:
        """The delegate's report of the first subgraph."""
        document: dict[str, Any] = json.loads(self._report.read_text(errors="replace"))
        return document

    def close(self) -> None:
        """Frees the interpreter before the report's folder."""
        del self.interpreter
        self._temporary.cleanup()


def values_of(folder: pathlib.Path, kind: str) -> Arrays:
    """The arrays `kind`_0, `kind`_1, ... of values.npz."""
    with np.load(folder / "values.npz") as values:
        count = sum(name.startswith(f"{kind}_") for name in values.files)
        return [values[f"{kind}_{position}"] for position in range(count)]


def difference(actual: npt.NDArray[Any], expected: npt.NDArray[Any]) -> float:
    """The largest difference of two arrays. Infinite if the shapes differ, or if one of two unequal elements is not finite."""
    if actual.shape != expected.shape:
        return float("inf")
    apart = np.abs(actual.astype(np.float64) - expected)
    same = (actual == expected) | ((actual != actual) & (expected != expected))
    return float(np.max(np.where(same, 0.0, np.where(np.isfinite(apart), apart, np.inf)), initial=0.0))


def bits(arrays: Arrays) -> list[bytes]:
    """The bytes of the arrays."""
    return [array.tobytes() for array in arrays]


class Clock:
    """The time that a check has."""

    def __init__(self, seconds: float) -> None:
        self._begin = time.monotonic()
        self._seconds = seconds

    @property
    def spent(self) -> float:
        """Seconds since the beginning."""
        return time.monotonic() - self._begin

    @property
    def is_over(self) -> bool:
        """True if the time has passed."""
        return self.spent >= self._seconds
