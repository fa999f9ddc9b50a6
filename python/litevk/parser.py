"""The command lines of the package's commands."""

from __future__ import annotations

import argparse
from typing import NoReturn

_USAGE = 2


class Parser(argparse.ArgumentParser):
    """argparse with the programs' sentences: one line after the command's name, and where more is to be had."""

    def error(self, message: str) -> NoReturn:
        """Ends the program with the sentence, and the status that says that the command line is wrong."""
        self.exit(_USAGE, f"{self.prog}: {message}\nRun with --help for more information.\n")
