"""Dims of a model's inputs by name, as functions take them and as --shape NAME:1,64,64,3 has them on a command line."""

from __future__ import annotations

import operator
import re
from typing import Mapping, Optional, Sequence

from .interpreter import Interpreter

Shapes = Mapping[str, Sequence[int]]


def checked(shapes: Optional[Shapes]) -> dict[str, list[int]]:
    """The dims by name; none where there are none. Raises TypeError for what has no names, and for dims that are none."""
    if shapes is not None and not isinstance(shapes, Mapping):
        raise TypeError(f'shape: expected dims by the names of inputs, {{"image": (1, 64, 64, 3)}}, found {shapes!r}')
    return {name: _sizes(name, dims) for name, dims in (shapes or {}).items()}


def _sizes(name: str, dims: Sequence[int]) -> list[int]:
    try:
        return [operator.index(size) for size in dims]
    except TypeError:
        raise TypeError(f"shape: expected a list of whole numbers as the dims of '{name}', found {dims!r}") from None


def as_arguments(shapes: Optional[Shapes]) -> list[str]:
    """The dims on a program's command line. Raises TypeError for what is no dims by name."""
    return [f"--shape={name}:{','.join(map(str, dims))}" for name, dims in checked(shapes).items()]


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
    wanted = checked(shapes)
    if signature is not None:
        interpreter.get_signature_runner(signature).prepare(wanted)
        return
    inputs = {details["name"]: details["index"] for details in interpreter.get_input_details()}
    for name, dims in wanted.items():
        if name not in inputs:
            raise ValueError(f"no input is named {name}; the model has {', '.join(inputs)}")
        interpreter.resize_tensor_input(inputs[name], dims)
    interpreter.allocate_tensors()
