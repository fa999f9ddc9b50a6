"""The C objects behind an interpreter, and the order in which they go."""

from __future__ import annotations

import ctypes
import functools
import os
import weakref
from typing import Any, Callable, NoReturn, Optional, Sequence, TypeVar, Union, cast

from ._native import ERROR_SIZE, OK, api

PathLike = Union[str, os.PathLike[str]]
_Method = TypeVar("_Method", bound=Callable[..., Any])


def alone(method: _Method) -> _Method:
    """Decorates a method of an object with a `_handle`, so that the method holds the interpreter for the calling thread.
    The method raises RuntimeError while another thread uses the interpreter."""

    @functools.wraps(method)
    def kept(self: Any, *arguments: Any, **keywords: Any) -> Any:
        with self._handle:
            return method(self, *arguments, **keywords)

    return cast(_Method, kept)


def check_path(path: object, remedy: str) -> None:
    """Raises ValueError for the bytes of a model, which hold zeros, and TypeError for what is no path. The message ends with
    `remedy`."""
    if isinstance(path, (bytes, bytearray, memoryview)) and 0 in bytes(path):
        raise ValueError(f"these are the bytes of a model: {remedy}")
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise TypeError(
            f"expected the path of a .tflite file, found {type(path).__name__}; if that holds the bytes of a model: {remedy}"
        )


class NotCopied:
    """An object that belongs to its process: copy and pickle refuse it."""

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"{type(self).__name__} cannot be copied or pickled: make one in each process and each thread")


class Handle(NotCopied):
    """A LitevkInterpreter with its model, and everything that has to outlive it: the model's bytes and the delegates.

    `with handle:` keeps the interpreter for the calling thread; the statement raises RuntimeError while another thread
    uses it.

    Raises ValueError where the model cannot be read or a library of custom operators cannot be loaded.
    """

    def __init__(
        self,
        model_path: Optional[PathLike],
        model_content: Optional[bytes],
        num_threads: int,
        preserve_all_tensors: bool,
        custom_op_libraries: Sequence[PathLike],
    ) -> None:
        self.pointer: Optional[int] = None
        self.delegates: list[Any] = []
        self._content = model_content
        self._lent: list[weakref.ref[Any]] = []
        model = self._model(model_path, model_content)
        options = api.InterpreterOptionsCreate()
        try:
            api.InterpreterOptionsSetNumThreads(options, num_threads)
            api.InterpreterOptionsSetPreserveAllTensors(options, preserve_all_tensors)
            # A delegate may take nodes without a kernel, as in TFLite. A node that none takes fails when it is to run.
            api.InterpreterOptionsSetAllowUnresolved(options, True)
            for library in custom_op_libraries:
                _call(api.InterpreterOptionsLoadCustomOps, options, os.fsencode(library))
            self.pointer = _create(api.InterpreterCreate, model, options)
        finally:
            api.InterpreterOptionsDelete(options)
            api.ModelDelete(model)

    def _model(self, path: Optional[PathLike], content: Optional[bytes]) -> int:
        if path is not None:
            return _create(api.ModelCreateFromFile, os.fsencode(path))
        assert content is not None
        # The model is a view of the caller's bytes, which this object keeps as long as the interpreter.
        address = ctypes.cast(ctypes.c_char_p(content), ctypes.c_void_p)
        return _create(api.ModelCreate, address, len(content))

    def __del__(self) -> None:
        if self.pointer is not None:
            api.InterpreterDelete(self.pointer)
            self.pointer = None

    def __enter__(self) -> None:
        self.check(api.InterpreterTryLock(self.pointer))

    def __exit__(self, *_: object) -> None:
        api.InterpreterUnlock(self.pointer)

    def check(self, status: int) -> None:
        """Raises RuntimeError with the interpreter's sentence unless the status is a success."""
        if status == OK:
            return
        sentence = api.InterpreterGetError(self.pointer).decode(errors="replace")
        raise RuntimeError(sentence or f"the interpreter failed with status {status}")

    def apply(self, delegate: Any) -> None:
        """Applies a delegate, which is kept. Raises RuntimeError where it fails; the model then runs without it."""
        self.delegates.append(delegate)
        self.check(api.InterpreterModifyGraphWithDelegate(self.pointer, delegate._get_native_delegate_pointer()))

    def lend(self, memory: Any) -> None:
        """Notes that arrays on `memory`, a tensor's own, are in the program's hands."""
        memory.handle = self  # an array on it may outlive the interpreter
        self._lent = [lent for lent in self._lent if lent() is not None] + [weakref.ref(memory)]

    def ensure_nothing_is_lent(self) -> None:
        """Raises RuntimeError while there are arrays on tensors' own memory, which the caller is about to change."""
        if any(lent() is not None for lent in self._lent):
            raise RuntimeError(
                "there is at least 1 reference to internal data in the interpreter in the form of a numpy array or "
                "slice: hold the function that tensor() returns, and not the array that this returns"
            )


def _create(function: Callable[..., Optional[int]], *arguments: Any) -> int:
    error = ctypes.create_string_buffer(ERROR_SIZE)
    pointer = function(*arguments, error, ERROR_SIZE)
    if pointer is None:
        raise ValueError(error.value.decode(errors="replace"))
    return pointer


def _call(function: Callable[..., int], *arguments: Any) -> None:
    error = ctypes.create_string_buffer(ERROR_SIZE)
    if function(*arguments, error, ERROR_SIZE) != OK:
        raise ValueError(error.value.decode(errors="replace"))
