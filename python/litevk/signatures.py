"""The signatures of a model: named entry points with named inputs and outputs."""

from __future__ import annotations

from typing import Any, Callable, Mapping, Optional, Sequence

import numpy as np
import numpy.typing as npt

from . import tensors
from ._native import api, int_array
from .handle import Handle, alone
from .tensors import TensorDetails


def signatures_of(handle: Handle) -> dict[str, dict[str, list[str]]]:
    """For each signature the names of its inputs and outputs, in TFLite's order: that of the names."""
    pointer = handle.pointer
    keys = [api.InterpreterGetSignatureKey(pointer, index) for index in range(api.InterpreterGetSignatureCount(pointer))]
    return {
        key.decode(): {
            "inputs": _names(api.InterpreterGetSignatureInputCount, api.InterpreterGetSignatureInputName, pointer, key),
            "outputs": _names(
                api.InterpreterGetSignatureOutputCount, api.InterpreterGetSignatureOutputName, pointer, key
            ),
        }
        for key in keys
    }


def main_signature(handle: Handle) -> Optional[str]:
    """The first signature of the main subgraph, which is what runs where none is named; None where it has none."""
    for index in range(api.InterpreterGetSignatureCount(handle.pointer)):
        key: bytes = api.InterpreterGetSignatureKey(handle.pointer, index)
        if api.InterpreterGetSignatureSubgraph(handle.pointer, key) == 0:
            return key.decode()
    return None


def _names(count: Any, name: Any, pointer: Optional[int], key: bytes) -> list[str]:
    return sorted(name(pointer, key, index).decode() for index in range(count(pointer, key)))


class SignatureRunner:
    """Runs one signature: `runner(x=array)` is a dictionary of arrays. `Interpreter.get_signature_runner` makes it."""

    def __init__(self, handle: Handle, key: Optional[str], before_first: Callable[[], None]) -> None:
        signatures = signatures_of(handle)
        if key is None and len(signatures) != 1:
            raise ValueError(f"signature_key is None, and the model has {len(signatures)} signatures: {list(signatures)}")
        name = next(iter(signatures)) if key is None else key
        if name not in signatures:
            raise ValueError(f"Invalid signature_key '{name}': the model has {list(signatures)}")
        self._handle = handle
        self._key = name.encode()
        self._inputs = signatures[name]["inputs"]
        self._outputs = signatures[name]["outputs"]
        self._before_first = before_first

    @alone
    def __call__(self, *positional: npt.ArrayLike, **inputs: npt.ArrayLike) -> dict[str, npt.NDArray[Any]]:
        """Runs the signature on an array for each of its inputs, by name. The inputs take the arrays' shapes. Returns a copy of
        each output by name. Raises ValueError for other names and types, RuntimeError where the model fails."""
        if positional:
            raise TypeError(f"inputs are given by name: {', '.join(f'{name}=...' for name in self._inputs)}")
        if len(inputs) != len(self._inputs):
            raise ValueError(f"expected {len(self._inputs)} inputs, {self._inputs}, found {len(inputs)}")
        self._handle.ensure_nothing_is_lent()
        arrays = {name: np.asarray(value) for name, value in inputs.items()}
        for name, array in arrays.items():
            tensors.check_type(self._input(name), array)
        self.prepare({name: array.shape for name, array in arrays.items()})
        for name, array in arrays.items():
            tensors.set_value(self._input(name), array)
        self._handle.check(api.InterpreterInvokeSignature(self._handle.pointer, self._key))
        return {name: tensors.value_of(self._output(name)) for name in self._outputs}

    @alone
    def prepare(self, shapes: Mapping[str, Sequence[int]]) -> None:
        """Gives inputs these dims by name and plans memory for them, without a run. Raises as a run does."""
        for name, dims in shapes.items():
            self._resize(name, tuple(dims))
        self._before_first()
        self._handle.check(api.InterpreterAllocateSignature(self._handle.pointer, self._key))

    @alone
    def get_input_details(self) -> dict[str, TensorDetails]:
        """The inputs by the signature's names."""
        return {name: tensors.details_of(self._input(name)) for name in self._inputs}

    @alone
    def get_output_details(self) -> dict[str, TensorDetails]:
        """The outputs by the signature's names."""
        return {name: tensors.details_of(self._output(name)) for name in self._outputs}

    def _resize(self, name: str, shape: tuple[int, ...]) -> None:
        if tensors.shape_of(self._input(name)) == shape:
            return
        status = api.InterpreterResizeSignatureInput(
            self._handle.pointer, self._key, name.encode(), int_array(shape), len(shape)
        )
        self._handle.check(status)

    def _input(self, name: str) -> int:
        if name not in self._inputs:
            raise ValueError(f"Invalid input name '{name}': the signature has {self._inputs}")
        return int(api.InterpreterGetSignatureInput(self._handle.pointer, self._key, name.encode()))

    def _output(self, name: str) -> int:
        return int(api.InterpreterGetSignatureOutput(self._handle.pointer, self._key, name.encode()))
