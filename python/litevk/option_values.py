"""Converts the values that a user writes for options into the strings that a delegate takes."""

from __future__ import annotations

import difflib
import os
from typing import Any, Iterable, Mapping, Sequence

from ._options import OPTIONS


def as_strings(function: str, options: Mapping[str, Any], arguments: Iterable[str] = ()) -> dict[str, str]:
    """The options as pairs of strings. The library checks the values when it reads them.

    Raises TypeError for an unknown key, as Python does for keywords of `function`. The message suggests the nearest option,
    or one of the function's own `arguments`.
    """
    return {_known(function, key, arguments): _text(value) for key, value in options.items() if value is not None}


def _known(function: str, key: str, arguments: Iterable[str]) -> str:
    if key in OPTIONS:
        return key
    raise unexpected(function, key, OPTIONS, arguments)


def unexpected(function: str, key: str, options: Iterable[str], arguments: Iterable[str] = ()) -> TypeError:
    """The error for a keyword that is none of the options of `function`, nor of its own `arguments`."""
    nearest = difflib.get_close_matches(key, [*arguments, *options], n=1, cutoff=0.5)
    hint = f"did you mean '{nearest[0]}'?" if nearest else f"the options are {', '.join(options)}"
    return TypeError(f"{function}() got an unexpected option '{key}'; {hint}")


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, (list, tuple)):
        return ",".join(str(part) for part in value)
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def key_and_value(text: str) -> tuple[str, str]:
    """The parts of KEY=VALUE. Raises ValueError for any other text."""
    key, equals, value = text.partition("=")
    if not (key and equals):
        raise ValueError(f'expected KEY=VALUE, found "{text}"')
    return key, value


def only_options(arguments: Sequence[str]) -> dict[str, str]:
    """The options of a command line that has nothing else, as -o KEY=VALUE or KEY=VALUE. Raises ValueError for other words."""
    options: dict[str, str] = {}
    rest = list(arguments)
    while rest:
        given, rest = leading_options(rest)
        options.update(given)
        if rest:
            word = rest.pop(0)
            try:
                key, value = key_and_value("" if word.startswith("-") else word)
            except ValueError:
                raise ValueError(f"expected -o KEY=VALUE, found '{word}'") from None
            options[key] = value
    return options


def leading_options(arguments: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """The options that a command line begins with, as -o KEY=VALUE, and the rest.

    Raises ValueError for a -o without KEY=VALUE.
    """
    options: dict[str, str] = {}
    rest = list(arguments)
    while rest and rest[0].startswith("-o"):
        # -oKEY=VALUE is one word.
        text, rest = (rest[0][2:], rest[1:]) if rest[0] != "-o" else ("".join(rest[1:2]), rest[2:])
        try:
            key, value = key_and_value(text)
        except ValueError as error:
            raise ValueError(f"-o: {error}") from None
        options[key] = value
    return options, rest
