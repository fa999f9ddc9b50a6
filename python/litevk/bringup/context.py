"""The state that all steps share: the device, the data, the time, and the findings."""

from __future__ import annotations

import json
import pathlib
import sys
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Mapping, Optional, Sequence, Tuple

from .. import programs
from . import child
from .clock import Deadline
from .data import Data
from .results import Results
from .settings import Settings


# Seconds that each program may take, however little time is left. After them it goes on only while it is at work.
LEAST_S = 25.0


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong, in a sentence."""

    step: str
    what: str


# A part of a step: its name, its share of the time that is left, and a function that returns its findings or None.
Part = Tuple[str, float, Callable[["Context", Deadline], Optional[Dict[str, Any]]]]


@dataclass
class Context:
    """A run of the bring-up."""

    settings: Settings
    work: pathlib.Path  # a folder for temporary files
    results: Results
    data: Data
    environment: dict[str, str] = field(default_factory=dict)
    device: Optional[dict[str, Any]] = None  # its entry of litevk-devices --json, once step 1 has chosen it
    documents: dict[str, Any] = field(default_factory=dict)  # results, keyed by the name of the step
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  # things that were not run, and why
    hung: set[str] = field(default_factory=set)  # programs that hung, which are not run again

    def problem(self, step: str, what: str) -> None:
        """Records a problem and prints it, once if several parts find the same one."""
        problem = Problem(step, what)
        if problem not in self.problems:
            self.problems.append(problem)
            self.results.say(f"  WRONG  {what}")

    def no_result(self, step: str, what: str, ended: child.Ended, otherwise: str) -> None:
        """Records that a program gave no result: as a problem, or as a note if it was ended at its work on a slow machine."""
        if ended.was_at_work:
            self.note(f"{step}: {what} {ended.failure}: the machine is slow or busy")
        else:
            self.problem(step, f"{what} {ended.failure or otherwise}")

    def note(self, what: str) -> None:
        """Records something that was left out, and prints it."""
        self.notes.append(what)
        self.results.say(f"  note   {what}")

    @property
    def is_cpu_driver(self) -> bool:
        """True if the device is a driver that computes on the CPU."""
        return self.device is not None and self.device["type"] == "cpu"

    @property
    def has_data(self) -> bool:
        """True when there are operator cases and models to run."""
        return self.data.cases is not None and bool(self.data.models)

    def run_parts(self, step: str, parts: Sequence[Part], deadline: Deadline, least_s: float) -> dict[str, Any]:
        """Runs the parts of a step in order of importance, each with its share of the time that is left. A part for which
        less than `least_s` seconds are left is skipped and noted."""
        document: dict[str, Any] = {}
        for name, share, function in parts:
            limit = deadline.share(share)
            if limit.left() < least_s:
                self.note(f"{step}: no time was left for {name}")
                continue
            found = function(self, limit)
            if found is not None:
                document[name] = found
        return document

    def options(self, **more: Any) -> dict[str, str]:
        """The delegate's options: this device and no fallback to the CPU, and `more`."""
        assert self.device is not None
        base = {"device_id": self.device["index"], "strict": 1, "partition_policy": "all"}
        if self.settings.allow_cpu_device:
            base["allow_cpu_device"] = 1
        return {key: str(value) for key, value in {**base, **more}.items()}

    def program(
        self, name: str, arguments: Sequence[str], deadline: Deadline, extra: Mapping[str, str] = {}
    ) -> child.Ended:
        """Runs one of litevk's programs until the deadline, or LEAST_S. `extra` are variables of its environment."""
        ended = self._run([str(programs.path_of(name)), *arguments], deadline, extra)
        if ended.status is None:
            self.hung.add(name)
        return ended

    def check(self, name: str, parameters: Mapping[str, Any], deadline: Deadline, extra: Mapping[str, str] = {}) -> child.Ended:
        """Runs a function of `checks` in a Python of its own; what it returns is the last line of its output."""
        given = json.dumps({"seconds": deadline.left() * 0.8, **parameters})
        return self._run(child.module_command("checks", name, given), deadline, extra)

    def package_command(self, arguments: Sequence[str], deadline: Deadline) -> child.Ended:
        """Runs a command of the package, as `python -m litevk`, in a Python of its own."""
        return self._run([sys.executable, "-m", "litevk", *arguments], deadline, {})

    def peer(
        self, arguments: Sequence[str], command: Mapping[str, Any], deadline: Deadline, extra: Mapping[str, str] = {}
    ) -> child.Ended:
        """Runs an engine of litevk.peers in a Python of its own, with one command."""
        worker = [sys.executable, "-m", "litevk.peers", *arguments]
        return self._run(worker, deadline, extra, json.dumps(command) + "\n")

    def _run(self, command: Sequence[str], deadline: Deadline, extra: Mapping[str, str], told: str = "") -> child.Ended:
        ended = child.run(command, max(deadline.left(), LEAST_S), {**self.environment, **extra}, told)
        shown = " ".join(command[-6:]) if len(command) > 8 else " ".join(command)
        self.results.log(f"$ {shown}\n{ended.output}{ended.errors}({ended.failure or 'ok'}, {ended.seconds:.1f} s)")
        return ended
