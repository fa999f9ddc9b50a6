"""Programs that may crash or hang, run to their end or to a limit."""

from __future__ import annotations

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from typing import IO, Any, Mapping, Optional, Sequence

PACKAGE_PARENT = pathlib.Path(__file__).resolve().parents[2]

# A process hangs where it has neither printed nor computed for so long.
_SILENCE_S = 25.0
# A process at work may go on so long beyond its limit: on a slow or busy machine everything takes longer.
_EXTENSION_S = 75.0


@dataclass(frozen=True)
class Ended:
    """How a process ended and what it printed."""

    status: Optional[int]  # the exit status, minus the number of a signal; None: it was killed at its limit
    output: str
    errors: str
    seconds: float
    was_at_work: bool = False  # True if the process was still printing or computing when it was killed

    @property
    def failure(self) -> str:
        """Describes how the process failed: by a hang, a crash or its status; "" if it ended with status 0."""
        if self.status is None and self.was_at_work:
            return f"had no result after {self.seconds:.0f} s, and was ended at its work"
        if self.status is None:
            return f"hung: it was ended after {self.seconds:.0f} s"
        if self.status < 0:
            return f"crashed: it died of {signal.Signals(-self.status).name} after {self.seconds:.1f} s"
        return f"ended with status {self.status}: {self.last_words}" if self.status else ""

    @property
    def last_words(self) -> str:
        """The last line that the process wrote to standard error, or else to standard output."""
        lines = (self.errors.strip() or self.output.strip()).splitlines()
        return lines[-1].strip() if lines else "it said nothing"

    def json(self) -> Any:
        """The JSON document in the last line of standard output; None if that line holds none."""
        lines = self.output.strip().splitlines()
        try:
            return json.loads(lines[-1]) if lines else None
        except ValueError:
            return None


class _Silence:
    """A counter that grows while a process is at work, and how long it has not changed."""

    def __init__(self) -> None:
        self._value = -1
        self._since = time.monotonic()

    def is_long(self, value: int) -> bool:
        """True when the value has not changed between calls for _SILENCE_S."""
        if value != self._value:
            self._value, self._since = value, time.monotonic()
        return time.monotonic() - self._since >= _SILENCE_S


class _Work:
    """Watches a process group. Printing counts as work. Computing counts only on a busy machine, since a hanging driver may
    spin."""

    def __init__(self, group: int, files: Sequence[IO[bytes]]) -> None:
        self._group = group
        self._files = files
        self._printing, self._computing = _Silence(), _Silence()

    def goes_on(self) -> bool:
        """True while the processes are at work. Has to be called every second or so."""
        silent = self._printing.is_long(sum(os.fstat(file.fileno()).st_size for file in self._files))
        idle = self._computing.is_long(_ticks_of(self._group))
        return not silent or (not idle and _machine_is_busy())


def _machine_is_busy() -> bool:
    return os.getloadavg()[0] > 1.5 * (os.cpu_count() or 1)


def _ticks_of(group: int) -> int:
    """Returns the processor time of a process group, in clock ticks (proc(5), /proc/PID/stat)."""
    ticks = 0
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name in parentheses may hold spaces. After it come state, parent and group; times are 10 fields on.
            fields = path.read_bytes().rpartition(b")")[2].split()
        except OSError:
            continue  # the process has ended meanwhile
        if int(fields[2]) == group:
            ticks += int(fields[11]) + int(fields[12])
    return ticks


def run(command: Sequence[str], limit_s: float, environment: Mapping[str, str], told: str = "") -> Ended:
    """Runs the command, whose standard input is `told`. Beyond `limit_s` seconds it goes on only while it is at work, for
    _EXTENSION_S seconds at most.

    Then the command is killed, with every process that it has started.
    """
    begin = time.monotonic()
    # Output goes to files rather than pipes, since a surviving grandchild would keep a pipe open.
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        given.write(told.encode())
        given.seek(0)
        process = subprocess.Popen(
            list(command),
            stdin=given,
            stdout=output,
            stderr=errors,
            env=dict(environment),
            start_new_session=True,
        )
        status, was_at_work = _wait(process, max(limit_s, 0.1), _Work(process.pid, (output, errors)))
        return Ended(status, _text(output), _text(errors), time.monotonic() - begin, was_at_work)


def _wait(process: subprocess.Popen[bytes], limit_s: float, work: _Work) -> tuple[Optional[int], bool]:
    """Returns the exit status, or None and whether the process was at work when it was killed."""
    end = time.monotonic() + limit_s
    goes_on = True
    try:
        while (left := end - time.monotonic()) > 0 or (goes_on and left > -_EXTENSION_S):
            try:
                return process.wait(min(1.0, left) if left > 0 else 1.0), False
            except subprocess.TimeoutExpired:
                goes_on = work.goes_on()
        return None, goes_on
    finally:
        # The group may outlive its leader. Killing it twice does no harm.
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
        process.wait()


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode(errors="replace")


def module_command(module: str, *arguments: str) -> list[str]:
    """The command that runs a module of this package in a new Python."""
    return [sys.executable, "-m", f"litevk.bringup.{module}", *arguments]


def base_environment() -> dict[str, str]:
    """The environment in which another Python finds this package."""
    environment = dict(os.environ)
    paths = [str(PACKAGE_PARENT), *filter(None, [environment.get("PYTHONPATH")])]
    environment["PYTHONPATH"] = os.pathsep.join(paths)
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    return environment
