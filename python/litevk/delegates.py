"""Delegates: ours for any interpreter, and any library that follows TFLite's convention for ours."""

from __future__ import annotations

import ctypes
import importlib
import os
import sys
from typing import TYPE_CHECKING, Any, Iterable, Mapping, NoReturn, Optional, Union

from . import _native
from ._options import OPTIONS, Options
from .handle import NotCopied
from .option_arrays import PARAMETERS, call_with_options
from .option_values import as_strings

if TYPE_CHECKING:
    from typing_extensions import Unpack

# The modules that have an Interpreter and a load_delegate, in the order in which they are looked for.
_INTERPRETER_MODULES = ("ai_edge_litert.interpreter", "tflite_runtime.interpreter", "tensorflow")


class Delegate(NotCopied):
    """A delegate of a shared library that follows TFLite's convention for external delegates.

    The delegate must outlive the interpreters that use it; each of them holds a reference to it. `litevk.Interpreter` and
    the interpreters of ai_edge_litert, tflite_runtime and tensorflow accept it.

    Raises ValueError with the library's own message where it refuses the options, OSError where it cannot be loaded.
    """

    # A default of the class, since a constructor call with wrong arguments leaves an object without this attribute.
    _pointer: Optional[int] = None

    def __init__(self, library: Union[str, os.PathLike[str]], options: Optional[Mapping[str, Any]] = None) -> None:
        # Never closed: drivers do not survive being unloaded.
        self._library = ctypes.CDLL(os.fspath(library))
        pairs = {str(key): str(value) for key, value in (options or {}).items()}
        self._pointer = self._create(pairs)

    def _create(self, pairs: Mapping[str, str]) -> int:
        create = self._library.tflite_plugin_create_delegate
        create.argtypes = PARAMETERS
        create.restype = ctypes.c_void_p
        self._destroy = self._library.tflite_plugin_destroy_delegate
        self._destroy.argtypes = [ctypes.c_void_p]
        self._destroy.restype = None
        pointer, problem = call_with_options(create, options=pairs)
        if pointer is None:
            raise ValueError(problem or "the delegate was not created, and its library did not say why")
        return int(pointer)

    def __del__(self) -> None:
        if self._pointer is not None:
            self._destroy(self._pointer)
            self._pointer = None

    def _get_native_delegate_pointer(self) -> int:
        """Returns the address of the TfLiteDelegate; the interpreters of all packages call this method."""
        if self._pointer is None:
            raise ValueError("the delegate was not created")
        return self._pointer


def load_delegate(library: Union[str, os.PathLike[str]], options: Optional[Mapping[str, Any]] = None) -> Delegate:
    """A delegate of any library, for `litevk.Interpreter`: the function of that name in TFLite's Python.

    `options` are the library's own, each turned into a string. Raises ValueError where the library cannot be loaded or
    does not create a delegate.
    """
    if options is not None and not isinstance(options, Mapping):
        raise TypeError(f'options: expected values by key, {{"allow_cpu_device": 1}}, found {options!r}')
    try:
        return Delegate(library, options)
    except (OSError, ValueError) as error:
        raise ValueError(f"Failed to load delegate from {os.fspath(library)}\n{error}{_hint_on(library, error)}") from error


def _hint_on(library: Union[str, os.PathLike[str]], error: Exception) -> str:
    """Returns a hint to write ./NAME if the system's loader did not find a file of the current folder."""
    name = os.fsdecode(library)
    if not isinstance(error, OSError) or os.sep in name or not os.path.exists(name):
        return ""
    return f"; a name without a slash is not looked for in the current folder: write ./{name}"


def _imported_loader() -> Any:
    """Returns load_delegate of an interpreter module that the program has imported, else of one that is installed, else
    litevk's own."""
    for import_it in (False, True):
        for name in _INTERPRETER_MODULES:
            try:
                module = importlib.import_module(name) if import_it else sys.modules.get(name)
            except ImportError:
                continue
            if module is None:
                continue
            return module.lite.experimental.load_delegate if name == "tensorflow" else module.load_delegate
    return load_delegate


def delegate(*model: NoReturn, **options: Unpack[Options]) -> Any:
    """litevk as a delegate of the interpreter that the program imported: ai_edge_litert, tflite_runtime or tensorflow.

        from ai_edge_litert.interpreter import Interpreter
        interpreter = Interpreter("model.tflite", experimental_delegates=[litevk.delegate()])

    If none of them is imported, the delegate fits the first one that is installed; without any, `litevk.Interpreter`, which
    applies a delegate by default. Raises TypeError for an unknown option, with the nearest known one. Raises ValueError for
    a value that an option does not take.
    """
    if model:
        raise TypeError(
            f"delegate() takes options alone, found {model[0]!r}: a model is for the interpreter, as in "
            "Interpreter(model, experimental_delegates=[litevk.delegate()])"
        )
    return _imported_loader()(str(_native.DELEGATE_LIBRARY), as_strings("delegate", options))


def own_delegate(function: str, options: Mapping[str, Any], arguments: Iterable[str] = ()) -> Delegate:
    """Returns the delegate of liblitevk.so for `litevk.Interpreter`. `function` is the name that the user called, and
    `arguments` are its other parameters, for the message of a TypeError."""
    return Delegate(_native.DELEGATE_LIBRARY, as_strings(function, options, arguments))


def _with_options(text: Optional[str]) -> str:
    lines = [f"    {key}: {sentence}" for key, sentence in OPTIONS.items()]
    return "\n".join([text or "", "    Options:", "", *lines, ""])


delegate.__doc__ = _with_options(delegate.__doc__)
