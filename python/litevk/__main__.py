"""python -m litevk {run,bench,op-bench,versions,devices,delegate-test} ... starts the program of that name, with its own arguments.

    python -m litevk report MODEL [OPTION=VALUE ...]   what of a model runs where, and why
    python -m litevk doctor                            what is wrong with this machine, and how to mend it
    python -m litevk selftest                          litevk's own model on the device, compared and timed
    python -m litevk exec SCRIPT.py [ARGUMENTS]        that program, with litevk in its interpreters
    python -m litevk bringup [--minutes N]             all of litevk on this machine's GPU, measured: docs/BRINGUP.md
"""

from __future__ import annotations

import sys
from typing import Any, Sequence, cast

from . import execute, programs, self_test
from .machine import doctor
from .reports import report

_USAGE = 2
_FAILED = 3


def _report(arguments: Sequence[str]) -> int:
    if not arguments or arguments[0].startswith("-") or not all("=" in pair for pair in arguments[1:]):
        print(__doc__, file=sys.stderr)
        return _USAGE
    options = cast(Any, dict(pair.split("=", 1) for pair in arguments[1:]))
    try:
        print(report(arguments[0], **options))
    except (TypeError, ValueError, RuntimeError) as error:
        print(f"litevk report: {error}", file=sys.stderr)
        return _FAILED
    return 0


def main(arguments: Sequence[str]) -> int:
    """Runs the command; the exit status is that of the programs (docs/RUNNER.md)."""
    command = arguments[0] if arguments else ""
    if command in programs.PROGRAMS:
        programs.become(command, arguments[1:])
    if command == "report":
        return _report(arguments[1:])
    if command == "doctor" and len(arguments) == 1:
        diagnosis = doctor()
        print(diagnosis)
        passed = self_test.as_last_step_of_doctor()
        return 0 if diagnosis.has_gpu and passed else 1
    if command == "selftest":
        return self_test.main(arguments[1:])
    if command == "exec":
        return execute.main(arguments[1:])
    if command == "bringup":
        # What it needs beyond the package, such as numpy's random numbers, is imported for this command alone.
        from .bringup.run import main as bringup

        return bringup(arguments[1:])
    asked = command in ("-h", "--help")
    print(__doc__, file=sys.stdout if asked else sys.stderr)
    return 0 if asked else _USAGE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
