"""What a user writes for an option, as the strings that a delegate takes."""

from __future__ import annotations

import difflib
import os
from typing import Any, Mapping, Sequence

from ._options import OPTIONS


def as_strings(function: str, options: Mapping[str, Any]) -> dict[str, str]:
    """The options as pairs of strings. Values are checked where they are read: by the library, with a sentence.

    Raises TypeError for a key that the library does not have, as Python does for keywords of `function`.
    """
    return {_known(function, key): _text(value) for key, value in options.items() if value is not None}


def _known(function: str, key: str) -> str:
    if key in OPTIONS:
        return key
    nearest = difflib.get_close_matches(key, OPTIONS, n=1, cutoff=0.5)
    hint = f"did you mean '{nearest[0]}'?" if nearest else f"the options are {', '.join(OPTIONS)}"
    raise TypeError(f"{function}() got an unexpected option '{key}'; {hint}")


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, (list, tuple)):
        return ",".join(str(part) for part in value)
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def key_and_value(text: str) -> tuple[str, str]:
    """The parts of KEY=VALUE. Raises ValueError for what is none."""
    key, equals, value = text.partition("=")
    if not (key and equals):
        raise ValueError(f'expected KEY=VALUE, found "{text}"')
    return key, value


def leading_options(arguments: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """The options that a command line begins with, as -o KEY=VALUE, and the rest.

    Raises ValueError for a -o that is none.
    """
    options: dict[str, str] = {}
    rest = list(arguments)
    while rest and rest[0] == "-o":
        try:
            key, value = key_and_value(rest[1] if len(rest) > 1 else "")
        except ValueError as error:
            raise ValueError(f"-o: {error}") from None
        options[key] = value
        rest = rest[2:]
    return options, rest
