"""python -m litevk exec: runs a program that does not know litevk with litevk's delegate in its interpreters.

    python -m litevk exec [-o KEY=VALUE ...] SCRIPT.py [ARGUMENTS]
    python -m litevk exec [-o KEY=VALUE ...] -m MODULE [ARGUMENTS]

The options are those of `litevk.delegate` (docs/OPTIONS.md). The Python processes that the program starts have the delegate
too.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Sequence

from ._native import PACKAGE
from .delegates import own_delegate
from .option_values import leading_options

_USAGE = 2
_FAILED = 3


def _complain(sentence: str, status: int) -> int:
    print(f"litevk exec: {sentence}", file=sys.stderr)
    return status


def _check(program: Sequence[str]) -> None:
    """Raises ValueError if the command line names no script and no module that can be run."""
    if not program:
        raise ValueError("expected a script, or -m and a module, found nothing")
    if program[0] == "-m":
        if len(program) == 1:
            raise ValueError("-m: expected a module, found nothing")
    elif program[0].startswith("-"):
        raise ValueError(f"expected -o KEY=VALUE, -m MODULE or a script, found '{program[0]}'")
    elif not os.path.exists(program[0]):
        raise ValueError(f"there is no script '{program[0]}'")


def main(arguments: Sequence[str]) -> int:
    """Replaces this process by the program. Returns an exit status (docs/RUNNER.md) only if that fails."""
    if arguments and arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 0
    try:
        options, program = leading_options(arguments)
        _check(program)
    except ValueError as error:
        return _complain(f"{error}\nRun with --help for more information.", _USAGE)
    try:
        own_delegate("exec", options)  # reports a wrong option now
    except (TypeError, ValueError) as error:
        return _complain(str(error), _FAILED)
    path = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(PACKAGE / "site"), *([path] if path else [])])
    os.environ["LITEVK_EXEC_OPTIONS"] = json.dumps(options)
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, *program])
