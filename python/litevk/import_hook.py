"""litevk's delegate for every interpreter and every CompiledModel of a program that does not know litevk.

Needs nothing but the standard library until an interpreter is made, so that it costs other programs nothing.
"""

from __future__ import annotations

import functools
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import inspect
import os
import sys
from types import ModuleType
from typing import Any, Callable, Mapping, Optional, Sequence

# The modules that define TFLite's Interpreter, in the order in which one stands in for another.
INTERPRETERS = ("ai_edge_litert.interpreter", "tflite_runtime.interpreter", "tensorflow.lite.python.interpreter")
# Modules that the hook provides for a package that is not installed, enough to import its interpreter in each usual way.
STAND_INS = {
    *INTERPRETERS,
    "ai_edge_litert",
    "tflite_runtime",
    "tensorflow",
    "tensorflow.lite",
    "tensorflow.lite.experimental",
    "tensorflow.lite.python",
}
_FOLDER = os.path.dirname(os.path.abspath(__file__))


class _Hook(importlib.abc.MetaPathFinder):
    """Gives the delegate to interpreters of modules when they are imported, and finds stand-ins for missing modules."""

    def __init__(self) -> None:
        self.options: Mapping[str, Any] = {}
        self._delegate: Any = None

    def delegate(self) -> Any:
        """One delegate for all interpreters, which thereby share the device and compiled pipelines."""
        if self._delegate is None:
            from .delegates import own_delegate

            self._delegate = own_delegate("install", self.options)
        return self._delegate

    def set(self, options: Mapping[str, Any], delegate: Any) -> None:
        """Sets the options of interpreters that are made from now on, and their delegate if it exists already."""
        self.options, self._delegate = options, delegate

    def find_spec(
        self, fullname: str, path: Optional[Sequence[str]], target: Optional[ModuleType] = None
    ) -> Optional[importlib.machinery.ModuleSpec]:
        if fullname == "litevk":  # need not be in the path of a program under `exec`
            return importlib.util.spec_from_file_location(fullname, os.path.join(_FOLDER, "__init__.py"))
        if fullname not in STAND_INS and fullname not in _CHANGES:
            return None
        if fullname in STAND_INS and _installed(fullname.partition(".")[0], None) is None:
            is_package = any(name.startswith(f"{fullname}.") for name in STAND_INS)
            return importlib.machinery.ModuleSpec(fullname, _StandIn(), is_package=is_package)
        return _with_change(fullname, _installed(fullname, path))


class _StandIn(importlib.abc.Loader):
    """Loads a module in place of one that is not installed."""

    def exec_module(self, module: ModuleType) -> None:
        from .stand_ins import fill

        fill(module)


class _Loader(importlib.abc.Loader):
    """Loads a module of TFLite or LiteRT as its own loader does, then changes it."""

    def __init__(self, loader: Any, change: Callable[[ModuleType], None]) -> None:
        self._loader = loader
        self._change = change

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> Optional[ModuleType]:
        found: Optional[ModuleType] = self._loader.create_module(spec)
        return found

    def exec_module(self, module: ModuleType) -> None:
        self._loader.exec_module(module)
        self._change(module)


def _with_change(
    name: str, spec: Optional[importlib.machinery.ModuleSpec]
) -> Optional[importlib.machinery.ModuleSpec]:
    """Returns the spec of a module that is changed once it is loaded, if it is one of those that are."""
    if name in _CHANGES and spec is not None and spec.loader is not None:
        _, change = _CHANGES[name]
        spec.loader = _Loader(spec.loader, change)
    return spec


def _installed(name: str, path: Optional[Sequence[str]]) -> Optional[importlib.machinery.ModuleSpec]:
    """Returns the spec that the other finders give for the module; None if it is not installed."""
    for finder in sys.meta_path:
        find_spec = getattr(finder, "find_spec", None)
        spec: Any = find_spec(name, path, None) if finder is not HOOK and find_spec else None
        if isinstance(spec, importlib.machinery.ModuleSpec):
            return spec
    return None


def installed_interpreter() -> Optional[str]:
    """The first of INTERPRETERS that is installed."""
    for name in INTERPRETERS:
        if _installed(name.partition(".")[0], None) is not None:
            return name
    return None


def changed(stock: Callable[..., Any], change: Callable[[dict[str, Any]], None]) -> Callable[..., Any]:
    """Returns the function with a change of its arguments, which `change` gets by name, before each call. Returns one that has
    been changed already as it is."""
    if hasattr(stock, "litevk_stock"):
        return stock
    signature = inspect.signature(stock)

    @functools.wraps(stock)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            given = signature.bind(*args, **kwargs)
        except TypeError:
            return stock(*args, **kwargs)  # raises the error for the wrong arguments
        change(given.arguments)
        return stock(*given.args, **given.kwargs)

    call.litevk_stock = stock  # type: ignore[attr-defined]
    return call


def _give_delegate(module: ModuleType) -> None:
    """Changes the class Interpreter in place, so that references to it and derived classes, old and new, use the delegate."""
    module.Interpreter.__init__ = changed(module.Interpreter.__init__, _add_delegate)


def _add_delegate(arguments: dict[str, Any]) -> None:
    # Only TFLite's kernels keep the values of intermediate tensors.
    if not arguments.get("experimental_preserve_all_tensors"):
        arguments["experimental_delegates"] = with_ours(arguments.get("experimental_delegates"))


def with_ours(delegates: Optional[Sequence[Any]]) -> list[Any]:
    """Returns the program's delegates, which come first, then litevk's unless it is among them."""
    from ._native import DELEGATE_LIBRARY

    given, ours = list(delegates or ()), os.path.realpath(DELEGATE_LIBRARY)
    libraries = [getattr(getattr(delegate, "_library", None), "_name", None) for delegate in given]
    if any(name is not None and os.path.realpath(name) == ours for name in libraries):
        return given
    return [*given, HOOK.delegate()]


def install_hook(options: Mapping[str, Any], delegate: Any = None) -> None:
    """Does what `litevk.install` does, with options that were checked before."""
    HOOK.set(options, delegate)
    if HOOK not in sys.meta_path:
        sys.meta_path.insert(0, HOOK)
    for name, (changed_class, change) in _CHANGES.items():
        module = sys.modules.get(name)
        if module is not None and hasattr(module, changed_class):
            change(module)


def _give_accelerator(module: ModuleType) -> None:
    from .litert_hook import change_environment

    change_environment(module)


def _give_gpu(module: ModuleType) -> None:
    from .litert_hook import change_compiled_model

    change_compiled_model(module)


# The modules that are changed where they are installed, each with the class that it defines, and the change.
_CHANGES: dict[str, tuple[str, Callable[[ModuleType], None]]] = {
    **dict.fromkeys(INTERPRETERS, ("Interpreter", _give_delegate)),
    "ai_edge_litert.environment": ("Environment", _give_accelerator),
    "ai_edge_litert.compiled_model": ("CompiledModel", _give_gpu),
}

HOOK = _Hook()
