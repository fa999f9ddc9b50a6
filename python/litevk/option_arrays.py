"""Calls of the C functions that take options as two arrays of strings, and report their error to a callback."""

from __future__ import annotations

import ctypes
import os
from typing import Any, Mapping

_REPORT_ERROR = ctypes.CFUNCTYPE(None, ctypes.c_char_p)
_STRINGS = ctypes.POINTER(ctypes.c_char_p)

# The types of the last four parameters of such a function.
PARAMETERS: list[Any] = [_STRINGS, _STRINGS, ctypes.c_size_t, _REPORT_ERROR]


def call_with_options(function: Any, *arguments: Any, options: Mapping[str, str]) -> tuple[Any, str]:
    """Returns the function's result, and what it reported, or ""."""
    array = ctypes.c_char_p * len(options)
    keys = array(*(os.fsencode(key) for key in options))
    values = array(*(os.fsencode(value) for value in options.values()))
    sentences: list[str] = []
    report = _REPORT_ERROR(lambda text: sentences.append(text.decode(errors="replace")))
    return function(*arguments, keys, values, len(options), report), " ".join(sentences)
