"""Escapes foreign text, such as names in a model or of a driver, before it goes to a terminal."""

from __future__ import annotations

import re

# Control characters, line separators and characters that change the direction of text; the set of runtime/base/printable.h.
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(text: str) -> str:
    """Returns the text with an escape sequence for every character that a terminal may take for a command."""
    return _CONTROLS.sub(lambda found: found.group().encode("unicode_escape").decode(), text)
