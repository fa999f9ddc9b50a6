"""The command lines of the package's commands."""

from __future__ import annotations

import argparse
from typing import NoReturn

_USAGE = 2


class Parser(argparse.ArgumentParser):
    """argparse with the programs' error messages: one line after the command's name, and a hint at --help."""

    def error(self, message: str) -> NoReturn:
        """Ends the program with the message and the exit status for a wrong command line."""
        self.exit(_USAGE, f"{self.prog}: {message}\nRun with --help for more information.\n")
