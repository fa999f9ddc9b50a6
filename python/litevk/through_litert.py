"""A model in LiteRT's CompiledModel and in its classic interpreter, with the same inputs."""

from __future__ import annotations

import importlib
from typing import Any, Mapping, Sequence

import numpy as np

from .delegates import own_delegate

Values = dict[str, Any]
Shapes = Mapping[str, Sequence[int]]


def some_values(shape: Sequence[int], dtype: Any, seed: int) -> Any:
    """Values of an input: floats from 0 to 1, and 8 and 16 bits over their whole range. Others may be indices and are 0 or 1."""
    kind = np.dtype(dtype)
    generator = np.random.default_rng(seed)
    if kind.kind in "fc":
        return generator.random(shape).astype(kind)
    if kind.kind in "iu" and kind.itemsize <= 2:
        limits: Any = np.iinfo(kind)
        return generator.integers(limits.min, limits.max + 1, shape).astype(kind)
    return generator.integers(0, 2, shape).astype(kind)


class Compiled:
    """One signature of a CompiledModel, with its buffers."""

    def __init__(self, model: Any, key: str, shapes: Shapes) -> None:
        self._model, self._key = model, key
        index = model.get_signature_index(key)
        names = model.get_signature_by_index(index)
        for position, name in enumerate(names["inputs"]):
            if name in shapes:
                model.resize_input_tensor(position, list(shapes[name]), index, strict=False)
        self._inputs = {name: model.create_input_buffer_by_name(key, name) for name in names["inputs"]}
        self._outputs = {name: model.create_output_buffer_by_name(key, name) for name in names["outputs"]}

    def some_inputs(self, seed: int) -> Values:
        details = {name: buffer.get_tensor_details() for name, buffer in self._inputs.items()}
        return {name: some_values(detail["shape"], detail["dtype"], seed) for name, detail in details.items()}

    def __call__(self, values: Values) -> Values:
        for name, buffer in self._inputs.items():
            _write(buffer, values[name])
        self._model.run_by_name(self._key, self._inputs, self._outputs)
        return {name: _read(buffer) for name, buffer in self._outputs.items()}


# Types that LiteRT's Python writes and reads as such. Others pass as bytes, which are int8 there.
_TYPES = {np.dtype(name) for name in ("float32", "float16", "int32", "int8", "uint8", "bool")}


def _write(buffer: Any, values: Any) -> None:
    whole = np.ascontiguousarray(values)
    buffer.write(whole if whole.dtype in _TYPES else whole.reshape(-1).view(np.int8))


def _read(buffer: Any) -> Any:
    detail = buffer.get_tensor_details()
    shape, dtype = detail["shape"], np.dtype(detail["dtype"])
    count = int(np.prod(shape, dtype=np.int64))
    if dtype in _TYPES:
        return buffer.read(count, dtype.type).reshape(shape)
    return buffer.read(count * dtype.itemsize, np.int8).view(dtype).reshape(shape)


class Classic:
    """One signature in ai_edge_litert's interpreter, with litevk as its delegate."""

    def __init__(self, path: str, key: str, shapes: Shapes, options: Mapping[str, str]) -> None:
        module = importlib.import_module("ai_edge_litert.interpreter")
        self._interpreter = module.Interpreter(path, experimental_delegates=[own_delegate("litert", options)])
        has_signatures = bool(self._interpreter.get_signature_list())
        self._runner = self._interpreter.get_signature_runner(key) if has_signatures else None
        if self._runner is None:
            for detail in self._interpreter.get_input_details():
                self._interpreter.resize_tensor_input(detail["index"], list(shapes.get(detail["name"], detail["shape"])))
            self._interpreter.allocate_tensors()

    def __call__(self, values: Values) -> Values:
        if self._runner is not None:
            return dict(self._runner(**values))
        for detail in self._interpreter.get_input_details():
            self._interpreter.set_tensor(detail["index"], values[detail["name"]])
        self._interpreter.invoke()
        return {detail["name"]: self._interpreter.get_tensor(detail["index"]) for detail in self._interpreter.get_output_details()}


def has_same_bits(one: Any, other: Any) -> bool:
    """True if two arrays have the same dims and the same bytes."""
    return bool(one.shape == other.shape and one.tobytes() == other.tobytes())
