"""Runs first in each Python of `python -m litevk exec`: installs the import hook, then runs the sitecustomize it hides."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import json
import os
import sys
from types import ModuleType
from typing import Optional

_HERE = os.path.dirname(os.path.abspath(__file__))


def _load(name: str, spec: Optional[importlib.machinery.ModuleSpec]) -> Optional[ModuleType]:
    if spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _install() -> None:
    # The module is loaded by its path, since importing litevk would bring numpy into programs that have no use for it.
    name = "litevk.import_hook"
    spec = importlib.util.spec_from_file_location(name, os.path.join(os.path.dirname(_HERE), "import_hook.py"))
    hook = _load(name, spec)
    assert hook is not None
    hook.install_hook(json.loads(os.environ.get("LITEVK_EXEC_OPTIONS", "{}")))


_install()
_others = [folder for folder in sys.path if os.path.abspath(folder) != _HERE]
_load("sitecustomize", importlib.machinery.PathFinder.find_spec("sitecustomize", _others))
