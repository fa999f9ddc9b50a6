"""Notes on the defaults that were taken because the user did not choose: a signature, the sizes of open dims."""

from __future__ import annotations

from typing import Mapping, Optional

from .interpreter import Interpreter
from .shapes import Shapes
from .signatures import main_signature
from .tensors import TensorDetails


def notes_of(interpreter: Interpreter, shapes: Optional[Shapes], signature: Optional[str]) -> list[str]:
    """A note on the signature if there are several and none was named, and one on each input with open dims and no shape."""
    found = _inputs(interpreter, signature)
    open_inputs = [_open_input(name, details) for name, details in found.items() if name not in (shapes or {}) and _is_open(details)]
    return [*_choice(interpreter, signature), *open_inputs]


def _inputs(interpreter: Interpreter, signature: Optional[str]) -> Mapping[str, TensorDetails]:
    if signature is not None:
        return interpreter.get_signature_runner(signature).get_input_details()
    return {details["name"]: details for details in interpreter.get_input_details()}


def _is_open(details: TensorDetails) -> bool:
    return bool((details["shape_signature"] < 0).any())


def _open_input(name: str, details: TensorDetails) -> str:
    dims = "x".join(str(size) for size in details["shape"])
    return (
        f"input '{name}' leaves dims open and is {dims} as long as nobody sets them; resize_tensor_input() does, "
        f"shape= in Python, and --shape NAME:DIMS of the commands"
    )


def _choice(interpreter: Interpreter, signature: Optional[str]) -> list[str]:
    names = list(interpreter.get_signature_list())
    if signature is not None or len(names) < 2:
        return []
    taken = main_signature(interpreter._handle)
    others = ", ".join(f"'{name}'" for name in names if name != taken)
    what = "its main subgraph, which none of them names," if taken is None else f"'{taken}'"
    return [f"the model has {len(names)} signatures, and {what} is taken; signature=NAME, or --signature NAME, takes another: {others}"]
