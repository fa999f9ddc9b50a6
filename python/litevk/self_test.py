"""The model that comes with litevk, run on the device and on the CPU, and compared with the expected result.

    python -m litevk selftest [-o KEY=VALUE ...]

The options are those of `litevk.delegate` (docs/OPTIONS.md). The exit status is 0 when the device's result is right, 1 when
it is wrong, 3 when there is no device to use.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import Any, Mapping, Optional, Sequence

import numpy as np
import numpy.typing as npt

from . import example, programs
from .busy import busy
from .delegates import own_delegate
from .interpreter import Interpreter
from .option_values import only_options
from .printable import printable
from .reports import report

_PASSED, _WRONG, _USAGE, _NO_DEVICE = 0, 1, 2, 3
_MOST_RUNS, _MOST_SECONDS = 30, 0.5
# Largest difference between two summation orders of float32, as a share of an output's largest value.
_TOLERANCE = 1e-4
_SCORE_TOLERANCE, _PIXELS_TOLERANCE = 1e-3, 0.05
# A driver that has not compiled the model's few shaders by then hangs.
_DOCTOR_SECONDS = 120

_Outputs = dict[str, npt.NDArray[np.float32]]


@dataclass(frozen=True)
class Measured:
    """The outputs of the model on one device or the CPU, and how long it took."""

    outputs: _Outputs
    first_ms: float  # time until the first result, compilation included
    median_ms: float

    @property
    def is_expected(self) -> bool:
        """True if the shapes are those that TFLite's reference kernels find."""
        found, expected = (sorted(shapes, key=lambda shape: shape.x) for shapes in (self.shapes, example.expected()))
        return len(found) == len(expected) and all(map(_is_near, found, expected))

    @property
    def shapes(self) -> list[example.Shape]:
        """The shapes that the model found in the picture."""
        return example.shapes_of(**self.outputs)


def _is_near(found: example.Shape, expected: example.Shape) -> bool:
    pixels = [abs(getattr(found, side) - getattr(expected, side)) for side in ("x", "y", "width", "height")]
    near = abs(found.score - expected.score) <= _SCORE_TOLERANCE and max(pixels) <= _PIXELS_TOLERANCE
    return near and found.kind == expected.kind


@dataclass(frozen=True)
class SelfTest:
    """The result of `litevk.selftest`. `str()` tells all of it in plain sentences."""

    cpu: Measured
    device: Optional[Measured] = None
    device_name: str = ""
    problem: str = ""  # why nothing ran on a device

    @property
    def passed(self) -> bool:
        """True if a device ran the model and its result is right."""
        return not self._faults and self.device is not None

    @property
    def largest_difference(self) -> float:
        """The device's difference from the CPU, as a share of the output's largest value; NaN without a device."""
        if self.device is None:
            return float("nan")
        shares: list[Any] = [
            np.max(np.abs(self.device.outputs[name] - values)) / np.max(np.abs(values))
            for name, values in self.cpu.outputs.items()
        ]
        return float(np.max(shares))

    @property
    def _faults(self) -> list[str]:
        faults = [] if self.cpu.is_expected else ["the CPU's result is not the expected one"]
        if self.device is not None and not self.device.is_expected:
            faults.append("the device's result is not the expected one")
        elif self.device is not None and not self.largest_difference <= _TOLERANCE:
            faults.append(f"the device differs from the CPU by {self.largest_difference:.2g}, allowed {_TOLERANCE:g}")
        return faults

    def __str__(self) -> str:
        ran = self.device or self.cpu
        lines = [f"Self-test: the model that comes with litevk looks for shapes in its picture, on {self._where}."]
        lines += [f"    {shape}" for shape in ran.shapes]
        if self.device is not None:
            lines.append(
                f"It takes {self.device.median_ms:.2f} ms on the device and {self.cpu.median_ms:.2f} ms on the CPU, with one "
                f"thread of litevk's kernels. The first result took {self.device.first_ms:.0f} ms on the device."
            )
        else:
            lines.append(f"It takes {self.cpu.median_ms:.2f} ms on the CPU, with one thread of litevk's kernels.")
        return "\n".join([*map(printable, lines), self._verdict])

    @property
    def _where(self) -> str:
        return self.device_name if self.device is not None else "the CPU"

    @property
    def _verdict(self) -> str:
        if self._faults:
            return f"The self-test FAILED: {'; '.join(self._faults)}."
        if self.device is None:
            return f"The result is as expected, but no device ran it: {printable(self.problem)}"
        return f"The self-test passed: as expected, and {self.largest_difference:.1e} from the CPU."


def _measure(interpreter: Interpreter, begin: float) -> Measured:
    interpreter.allocate_tensors()
    interpreter.set_tensor(interpreter.get_input_details()[0]["index"], example.picture())
    interpreter.invoke()
    first_ms = (time.perf_counter() - begin) * 1e3
    times: list[float] = []
    while not times or (len(times) < _MOST_RUNS and sum(times) < _MOST_SECONDS):
        start = time.perf_counter()
        interpreter.invoke()
        times.append(time.perf_counter() - start)
    outputs = {each["name"]: interpreter.get_tensor(each["index"]) for each in interpreter.get_output_details()}
    return Measured(outputs, first_ms, statistics.median(times) * 1e3)


def selftest(**options: Any) -> SelfTest:
    """Runs the model that comes with litevk on the device, with these options of the delegate, and on the CPU.

    Raises TypeError for an option that there is not, ValueError for a value that an option does not take.
    """
    own_delegate("selftest", options)  # refuses wrong options; a missing device is no error here
    cpu = _measure(Interpreter(example.MODEL, experimental_delegates=[]), time.perf_counter())
    asked = {"partition_policy": "all", "strict": True, "on_missing_device": "error", **options}
    begin = time.perf_counter()
    try:
        device = _measure(Interpreter(example.MODEL, **asked), begin)
    except (RuntimeError, ValueError) as error:
        return SelfTest(cpu, problem=str(error).splitlines()[0].removeprefix("litevk: "))
    name = report(example.MODEL, **{key: value for key, value in asked.items() if key != "report_path"}).device
    return SelfTest(cpu, device, name or "")


def main(arguments: Sequence[str]) -> int:
    """Runs and prints the self-test. Returns the exit status."""
    if arguments and arguments[0] in ("-h", "--help"):
        print(__doc__)
        return _PASSED
    try:
        options = only_options(arguments)
    except ValueError as error:
        print(f"litevk selftest: {error}\nRun with --help for more information.", file=sys.stderr)
        return _USAGE
    try:
        with busy("running the model that comes with litevk"):
            found = selftest(**options)
    except (TypeError, ValueError) as error:
        print(f"litevk selftest: {error}", file=sys.stderr)
        return _NO_DEVICE
    print(found)
    return _PASSED if found.passed else (_WRONG if found.device is not None else _NO_DEVICE)


def questions_of_doctor(options: Mapping[str, str]) -> bool:
    """Asks the device questions with known answers, in a process of its own, and prints a line for each wrong answer or one
    for all. True if all are right. Prints nothing where there is no device to ask."""
    command = [str(programs.path_of("devices")), "--self-test"]
    command += [part for key, value in options.items() for part in ("-o", f"{key}={value}")]
    try:
        result = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=_DOCTOR_SECONDS)
    except subprocess.TimeoutExpired:
        print(f"Questions with known answers: the device gave none in {_DOCTOR_SECONDS} seconds; the driver hangs.")
        return False
    if result.returncode < 0:
        print(f"Questions with known answers: signal {-result.returncode} ended them, which a driver's fault does.")
        return False
    outcomes = programs.self_test_outcomes(result.stdout)
    asked = {name: outcome for name, outcome in outcomes.items() if outcome != "not used"}
    wrong = [f"{name}: {outcome}" for name, outcome in asked.items() if outcome != "right"]
    for line in wrong:
        print(f"Questions with known answers: a wrong one of the device: {printable(line)}")
    if asked and not wrong:
        print(f"Questions with known answers: the device has {len(asked)} of {len(asked)} right.")
    return not wrong


def as_last_step_of_doctor(options: Mapping[str, str]) -> bool:
    """Runs the self-test in a process of its own, since a driver may crash or hang it. True if the self-test passed."""
    sys.stdout.flush()
    command = [sys.executable, "-m", "litevk", "selftest", *(f"{key}={value}" for key, value in options.items())]
    try:
        status = subprocess.run(command, timeout=_DOCTOR_SECONDS).returncode
    except subprocess.TimeoutExpired:
        print(f"The self-test FAILED: it had no result after {_DOCTOR_SECONDS} seconds; the driver hangs.")
        return False
    if status < 0:
        print(f"The self-test FAILED: signal {-status} ended it, which a driver's fault does.")
    return status == _PASSED
