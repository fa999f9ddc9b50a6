"""litevk's accelerator for every CompiledModel of a program that does not know litevk (import_hook.py)."""

from __future__ import annotations

import dataclasses
import os
from types import ModuleType
from typing import Any

from .import_hook import HOOK, changed
from .litert import runtime_path


def change_environment(module: ModuleType) -> None:
    """Changes Environment.create in place: an environment that names no folder of its own finds litevk's accelerator."""
    package = os.path.dirname(os.path.abspath(str(module.__file__)))

    def set_folder(arguments: dict[str, Any]) -> None:
        options = arguments.get("options")
        given = arguments.get("runtime_path") or (options if isinstance(options, str) else getattr(options, "runtime_path", None))
        if given is not None and os.path.abspath(given) != package:
            return
        folder = runtime_path("install", HOOK.options)
        if options is None or isinstance(options, str):
            arguments.update(options=None, runtime_path=folder)
        else:
            arguments["options"] = dataclasses.replace(options, runtime_path=folder)

    module.Environment.create = classmethod(changed(module.Environment.create.__func__, set_folder))


def change_compiled_model(module: ModuleType) -> None:
    """Changes CompiledModel in place: a model that asks for no processor may run on the GPU and the CPU. One that asks for
    some keeps them."""

    def add_gpu(arguments: dict[str, Any]) -> None:
        if arguments.get("hardware_accel") is None and arguments.get("options") is None:
            arguments["hardware_accel"] = module.HardwareAccelerator.GPU | module.HardwareAccelerator.CPU

    for name in ("from_file", "from_buffer"):
        stock = getattr(module.CompiledModel, name).__func__
        setattr(module.CompiledModel, name, classmethod(changed(stock, add_gpu)))
