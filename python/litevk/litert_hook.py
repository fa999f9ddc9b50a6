"""litevk's accelerator for every CompiledModel of a program that does not know litevk (import_hook.py)."""

from __future__ import annotations

import dataclasses
import functools
import inspect
import os
from types import ModuleType
from typing import Any, Callable


def change_environment(module: ModuleType) -> None:
    """Changes Environment.create in place: an environment that names no folder of its own finds litevk's accelerator."""
    stock: Callable[..., Any] = module.Environment.create.__func__
    if hasattr(stock, "litevk_stock"):
        return
    package = os.path.dirname(os.path.abspath(str(module.__file__)))

    def create(cls: Any, /, **keywords: Any) -> Any:
        options = keywords.get("options")
        given = keywords.get("runtime_path") or (options if isinstance(options, str) else getattr(options, "runtime_path", None))
        if given is None or os.path.abspath(given) == package:
            keywords = _with_folder(keywords, _folder())
        return stock(cls, **keywords)

    functools.update_wrapper(create, stock)
    create.litevk_stock = stock  # type: ignore[attr-defined]
    setattr(module.Environment, "create", classmethod(create))


def _folder() -> str:
    from .import_hook import HOOK
    from .litert import runtime_path

    return runtime_path("install", HOOK.options)


def _with_folder(keywords: dict[str, Any], folder: str) -> dict[str, Any]:
    options = keywords.get("options")
    if options is None or isinstance(options, str):
        return {**keywords, "options": None, "runtime_path": folder}
    return {**keywords, "options": dataclasses.replace(options, runtime_path=folder)}


def change_compiled_model(module: ModuleType) -> None:
    """Changes CompiledModel in place: a model that asks for no processor may run on the GPU and the CPU. One that asks for
    some keeps them."""
    for name in ("from_file", "from_buffer"):
        stock = getattr(module.CompiledModel, name).__func__
        if not hasattr(stock, "litevk_stock"):
            setattr(module.CompiledModel, name, classmethod(_with_gpu(module, stock)))


def _with_gpu(module: ModuleType, stock: Callable[..., Any]) -> Callable[..., Any]:
    signature = inspect.signature(stock)

    @functools.wraps(stock)
    def make(cls: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            given = signature.bind(cls, *args, **kwargs)
        except TypeError:
            return stock(cls, *args, **kwargs)  # raises the error for the wrong arguments
        if given.arguments.get("hardware_accel") is None and given.arguments.get("options") is None:
            given.arguments["hardware_accel"] = module.HardwareAccelerator.GPU | module.HardwareAccelerator.CPU
        return stock(*given.args, **given.kwargs)

    make.litevk_stock = stock  # type: ignore[attr-defined]
    return make
