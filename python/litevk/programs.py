"""The programs in the package: one implementation, which Python starts."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
from typing import Mapping, NoReturn, Sequence

from ._native import PACKAGE

# Commands of `python -m litevk` with their help. A command's program has the prefix litevk-, as litevk-op-bench.
PROGRAMS = {
    "run": "runs a model, compares, bisects and profiles it: docs/RUNNER.md",
    "bench": "how long a model takes and how much memory: docs/BENCHMARKING.md",
    "op-bench": "how fast the device runs each operator",
    "versions": "which versions of operators a model needs, and who has them",
    "tflite2onnx": "a TFLite model as an ONNX model: docs/ONNX.md",
    "devices": "the Vulkan devices of this machine, and what each lacks",
    "delegate-test": "the operator cases in any delegate library",
}


def path_of(name: str) -> pathlib.Path:
    """The program of that name."""
    return PACKAGE / "bin" / f"litevk-{name}"


def become(name: str, arguments: Sequence[str]) -> NoReturn:
    """Replaces this process by the program, whose output and exit status are then this process's."""
    sys.stdout.flush()
    os.execv(path_of(name), [str(path_of(name)), *arguments])


def run(
    name: str, arguments: Sequence[str], variables: Mapping[str, str] = {}
) -> subprocess.CompletedProcess[str]:
    """Runs the program to its end, with further environment variables, and returns what it printed and its exit status
    (docs/RUNNER.md)."""
    command = [str(path_of(name)), *arguments]
    return subprocess.run(command, capture_output=True, check=False, encoding="utf-8", errors="replace",
                          env={**os.environ, **variables})


def self_test_outcomes(output: str) -> dict[str, str]:
    """The outcome of each question: "right", "not used" or the wrong answer, of what `litevk-devices --self-test` printed."""
    lines = [line.split(None, 1) for line in output.splitlines() if line.startswith("  ")]
    return {line[0]: line[1].strip() for line in lines if len(line) == 2}


def complaint(name: str, result: subprocess.CompletedProcess[str]) -> str:
    """Returns the error message of a program that failed, without the hint at --help, which a caller from Python cannot
    use."""
    said = result.stderr.strip().removesuffix("Run with --help for more information.").rstrip()
    return said or f"litevk-{name} ended with status {result.returncode}"
