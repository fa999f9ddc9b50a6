"""Modules in place of TFLite's packages that are not installed: another of them, else litevk's own interpreter."""

from __future__ import annotations

import importlib
from types import ModuleType, SimpleNamespace
from typing import Any, Callable, Optional, Sequence

from . import delegates, interpreter, signatures
from ._options import Options
from .import_hook import HOOK, INTERPRETERS, STAND_INS, installed_interpreter, with_ours

_NAMES = ("Delegate", "Interpreter", "InterpreterWithCustomOps", "OpResolverType", "SignatureRunner", "load_delegate")


class Interpreter(interpreter.Interpreter):
    """litevk's interpreter with the delegate of `install`. A program's own delegates come before it."""

    def __init__(
        self,
        model_path: Any = None,
        model_content: Any = None,
        experimental_delegates: Any = None,
        num_threads: Any = None,
        experimental_op_resolver_type: Any = interpreter.OpResolverType.AUTO,
        experimental_preserve_all_tensors: bool = False,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        given = with_ours(experimental_delegates) if experimental_delegates else None
        if experimental_preserve_all_tensors:
            given = list(experimental_delegates or ())
        others = num_threads, experimental_op_resolver_type, experimental_preserve_all_tensors, *args
        super().__init__(model_path, model_content, given, *others, **kwargs)

    def _own_delegate(self, options: Options) -> delegates.Delegate:
        shared: delegates.Delegate = HOOK.delegate()
        return shared


class InterpreterWithCustomOps(Interpreter):
    """TFLite's class of that name; registerers are not called (`litevk.InterpreterWithCustomOps`)."""

    def __init__(self, custom_op_registerers: Optional[Sequence[Any]] = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)


_OWN = SimpleNamespace(
    Delegate=delegates.Delegate,
    Interpreter=Interpreter,
    InterpreterWithCustomOps=InterpreterWithCustomOps,
    OpResolverType=interpreter.OpResolverType,
    SignatureRunner=signatures.SignatureRunner,
    load_delegate=delegates.load_delegate,
)


def fill(module: ModuleType) -> None:
    """Fills the empty module with the names of TFLite's interpreter that the missing module would have."""
    name = module.__name__
    module.__doc__ = f"litevk's stand-in for {name}, which is not installed."
    found = installed_interpreter()
    source = importlib.import_module(found) if found else _OWN
    if name in INTERPRETERS:
        module.__dict__.update({each: getattr(source, each) for each in _NAMES})
    elif name == "tensorflow.lite":
        module.__dict__.update(Interpreter=source.Interpreter)
    elif name == "tensorflow.lite.experimental":
        module.__dict__.update(load_delegate=source.load_delegate, OpResolverType=source.OpResolverType)
    if name in ("tensorflow", "tensorflow.lite"):  # tensorflow brings its modules along
        for child in sorted(STAND_INS):
            if child.rpartition(".")[0] == name:
                importlib.import_module(child)
        module.__dict__.update(__getattr__=_without(name))


def _without(module: str) -> Callable[[str], Any]:
    def missing(name: str) -> Any:
        raise AttributeError(f"{module} is not installed, and litevk stands in for its interpreter alone: no '{name}'")

    return missing
