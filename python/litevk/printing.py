"""How a command ends that its user or its standard output ends: Ctrl-C, a pipe whose reader has gone, a full disk."""

from __future__ import annotations

import os
import signal
import sys
from typing import Callable

_FAILED = 3  # as the programs' exit status (docs/RUNNER.md)


def printing(name: str, command: Callable[[], int]) -> int:
    """Runs a command and returns its exit status: that of the shell for SIGINT after Ctrl-C, for SIGPIPE where nobody reads
    on. Where standard output cannot be written else, it is 3, with a sentence."""
    try:
        status = command()
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except OSError as error:
        if error.filename is not None:  # a file's, and not standard output's
            raise
        _let_go()
        if isinstance(error, BrokenPipeError):
            return 128 + signal.SIGPIPE
        print(f"{name}: standard output cannot be written: {error.strerror}", file=sys.stderr)
        return _FAILED


def _let_go() -> None:
    """Sends what is still to be printed nowhere: Python would try again when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
