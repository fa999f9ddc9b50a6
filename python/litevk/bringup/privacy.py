"""Removes names and paths from the results that identify the user or the machine."""

from __future__ import annotations

import getpass
import os
import pathlib
import re
import socket
from typing import Iterable

# Account and host names that identify nobody, and words that occur in results anyway.
_COMMON = {"root", "user", "nobody", "ubuntu", "debian", "admin", "runner", "test", "localhost", "linux", "gpu"}


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""  # a user without an entry in the system's list


class Scrubber:
    """Replaces the machine's name, the user's name and the paths of folders by placeholders."""

    def __init__(self, folders: Iterable[pathlib.Path]) -> None:
        places = {str(folder.resolve()): "<folder>" for folder in folders}
        places[os.path.expanduser("~")] = "~"
        # The longest path first, as one folder may lie in another.
        self._places = sorted(((p, n) for p, n in places.items() if len(p) > 1), key=lambda pair: -len(pair[0]))
        names = {socket.gethostname(): "<host>", socket.gethostname().split(".")[0]: "<host>", _user(): "<user>"}
        self._names = [
            (re.compile(rf"(?<![\w]){re.escape(name)}(?![\w])"), placeholder)
            for name, placeholder in names.items()
            if name and name.lower() not in _COMMON
        ]

    def clean(self, text: str) -> str:
        """Returns the text with placeholders for the names and paths."""
        for path, placeholder in self._places:
            text = text.replace(path, placeholder)
        for pattern, placeholder in self._names:
            text = pattern.sub(placeholder, text)
        return text
