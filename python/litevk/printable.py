"""Text of others, such as the names in a model or a driver's, on its way to a terminal."""

from __future__ import annotations

import re

# Control characters, what separates lines, and what turns the direction of text: as runtime/base/printable.h has it.
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(text: str) -> str:
    """The text with every character written out that a terminal may take for a command."""
    return _CONTROLS.sub(lambda found: found.group().encode("unicode_escape").decode(), text)
