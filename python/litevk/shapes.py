"""Dims of a model's inputs by name, as functions take them and as --shape NAME:1,64,64,3 has them on a command line."""

from __future__ import annotations

import re
from typing import Mapping, Optional, Sequence

from .interpreter import Interpreter

Shapes = Mapping[str, Sequence[int]]


def as_arguments(shapes: Optional[Shapes]) -> list[str]:
    """The dims on a program's command line."""
    return [f"--shape={name}:{','.join(str(int(dim)) for dim in dims)}" for name, dims in (shapes or {}).items()]


def name_and_dims(text: str) -> tuple[str, list[int]]:
    """The parts of NAME:DIMS, as the programs read them: names may hold colons. Raises ValueError for any other text."""
    name, colon, dims = text.rpartition(":")
    if not name or not re.fullmatch(r"(\d+(,\d+)*)?", dims):
        raise ValueError(f"--shape {text}: expected NAME:1,224,224,3")
    return name, [int(dim) for dim in dims.split(",") if dim]


def allocate(interpreter: Interpreter, shapes: Optional[Shapes], signature: Optional[str]) -> None:
    """Gives inputs these dims and plans memory for them. The names are the signature's if one is given.

    Raises ValueError where there is no such input or signature, RuntimeError where an operator does not fit the dims.
    """
    wanted = shapes or {}
    if signature is not None:
        interpreter.get_signature_runner(signature).prepare(wanted)
        return
    inputs = {details["name"]: details["index"] for details in interpreter.get_input_details()}
    for name, dims in wanted.items():
        if name not in inputs:
            raise ValueError(f"no input is named {name}; the model has {', '.join(inputs)}")
        interpreter.resize_tensor_input(inputs[name], dims)
    interpreter.allocate_tensors()
