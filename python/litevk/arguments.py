"""Checks of the arguments of the interpreter's functions. Each error says what was expected and what was found."""

from __future__ import annotations

import operator
import os
from typing import Any, Optional, Sequence

from ._native import is_c_int
from .handle import PathLike


def delegates_argument(experimental_delegates: Optional[Sequence[Any]]) -> Sequence[Any]:
    """Returns the delegates as a list. Raises TypeError if the argument is no list or an element is no delegate."""
    if hasattr(experimental_delegates, "_get_native_delegate_pointer"):
        raise TypeError("experimental_delegates is a list: write experimental_delegates=[delegate]")
    delegates = list(experimental_delegates or ())
    if not all(hasattr(each, "_get_native_delegate_pointer") for each in delegates):
        found = repr(experimental_delegates)
        raise TypeError(f"experimental_delegates: expected delegates of litevk.delegate() or load_delegate(), found {found}")
    return delegates


def libraries_argument(custom_op_libraries: Sequence[PathLike]) -> Sequence[PathLike]:
    """The paths of libraries. Raises TypeError for a path without a list."""
    if isinstance(custom_op_libraries, (str, bytes, os.PathLike)):
        raise TypeError(f"custom_op_libraries is a list: write custom_op_libraries=[{custom_op_libraries!r}]")
    return custom_op_libraries


def content_argument(model_content: Any) -> Optional[bytes]:
    """The bytes of a model; None for no argument. Raises ValueError for a path, TypeError for other things."""
    if isinstance(model_content, (str, os.PathLike)):
        raise ValueError("this is the path of a model: pass model_path=")
    if model_content is None or isinstance(model_content, bytes):
        return model_content
    try:
        return memoryview(model_content).tobytes()
    except TypeError:
        raise TypeError(f"model_content: expected the bytes of a model, found {type(model_content).__name__}") from None


def index_argument(index: Any) -> int:
    """Returns the index of a tensor as an int. Raises TypeError for anything else, such as a tensor's details or name."""
    try:
        return operator.index(index)
    except TypeError:
        found = type(index).__name__
        raise TypeError(f'expected the index of a tensor, as details["index"] of get_input_details(), found {found}') from None


def threads_argument(num_threads: Optional[int]) -> int:
    """The number of threads; 1 for no argument."""
    if num_threads is None:
        return 1
    if not isinstance(num_threads, int):
        raise ValueError("type of num_threads should be int")
    if num_threads < 1:
        raise ValueError("num_threads should >= 1")
    if not is_c_int(num_threads):
        raise ValueError(f"num_threads should be at most {2**31 - 1}, found {num_threads}")
    return num_threads
