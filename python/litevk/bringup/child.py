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


@dataclass(frozen=True)
class Ended:
    """How a process ended and what it printed."""

    status: Optional[int]  # the exit status, minus the number of a signal; None: it was killed at its limit
    output: str
    errors: str
    seconds: float

    @property
    def failure(self) -> str:
        """How it ended, where that was not by itself and with status 0; "" where it was."""
        if self.status is None:
            return f"hung: it was ended after {self.seconds:.0f} s"
        if self.status < 0:
            return f"crashed: it died of {signal.Signals(-self.status).name} after {self.seconds:.1f} s"
        return f"ended with status {self.status}: {self.last_words}" if self.status else ""

    @property
    def last_words(self) -> str:
        """The last line that it wrote to standard error, or to standard output."""
        lines = (self.errors.strip() or self.output.strip()).splitlines()
        return lines[-1].strip() if lines else "it said nothing"

    def json(self) -> Any:
        """The JSON document in the last line that it printed; None where there is none."""
        lines = self.output.strip().splitlines()
        try:
            return json.loads(lines[-1]) if lines else None
        except ValueError:
            return None


def run(command: Sequence[str], limit_s: float, environment: Mapping[str, str]) -> Ended:
    """Runs the command. After `limit_s` seconds it is killed, with every process that it has started."""
    begin = time.monotonic()
    # Files and no pipes: a grandchild that lives on would keep a pipe open.
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            list(command),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=errors,
            env=dict(environment),
            start_new_session=True,
        )
        status = _wait(process, limit_s)
        return Ended(status, _text(output), _text(errors), time.monotonic() - begin)


def _wait(process: subprocess.Popen[bytes], limit_s: float) -> Optional[int]:
    try:
        return process.wait(max(limit_s, 0.1))
    except subprocess.TimeoutExpired:
        return None
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
