"""A network's files: the model, inputs with their reference outputs, and other engines' forms of it.

A folder of the bring-up kit has

    model.tflite
    values.npz      input_0, input_1.. and output_0, output_1.., in the model's order
    layers.json     the layers, by tests/bringup/layers.py; missing if that script does not support the network

The files of bench/peers begin with the network's path, STEM, and converters have made other engines' files beside them:

    STEM.tflite, STEM.input0.npy, STEM.input1.npy.., STEM.reference.npy
"""

from __future__ import annotations

import json
import pathlib
from dataclasses import dataclass
from typing import Any, Mapping

import numpy as np

from .engine import Array, Untranslated


@dataclass(frozen=True)
class Network:
    """The model's file, with arrays for its inputs and reference outputs."""

    model: pathlib.Path
    inputs: list[Array]
    references: list[Array]

    def converted(self, suffix: str, folder: str = "") -> pathlib.Path:
        """The path at which a converter puts the network's file with this suffix, in a folder beside the model."""
        return self.model.parent / folder / f"{self.model.stem}.{suffix}"


@dataclass(frozen=True)
class Layer:
    """One operation. Tensors are named by their indices in the model."""

    op: str
    inputs: list[int]
    outputs: list[int]
    options: dict[str, Any]

    @property
    def activation(self) -> str:
        """The activation after the operation: none, relu or relu6."""
        return str(self.options.get("activation", "none"))


@dataclass(frozen=True)
class Layers:
    """A network as a plain list of operations in their order, with float32 weights. Dims are NHWC."""

    inputs: list[int]
    outputs: list[int]
    shapes: Mapping[int, tuple[int, ...]]
    constants: Mapping[int, Array]
    layers: list[Layer]


def _numbered(arrays: Mapping[str, Array], stem: str) -> list[Array]:
    names = [name for name in arrays if name.startswith(stem)]
    return [np.asarray(arrays[f"{stem}{number}"]) for number in range(len(names))]


def read_network(path: pathlib.Path) -> Network:
    """The network of a folder, without its layers, or of a stem."""
    return _of_folder(path) if path.is_dir() else _of_stem(path)


def _of_folder(folder: pathlib.Path) -> Network:
    with np.load(folder / "values.npz") as arrays:
        return Network(folder / "model.tflite", _numbered(arrays, "input_"), _numbered(arrays, "output_"))


def _of_stem(stem: pathlib.Path) -> Network:
    inputs: list[Array] = []
    while (file := stem.parent / f"{stem.name}.input{len(inputs)}.npy").exists():
        inputs.append(np.load(file))
    reference = stem.parent / f"{stem.name}.reference.npy"
    return Network(stem.parent / f"{stem.name}.tflite", inputs, [np.load(reference)] if reference.exists() else [])


def read_layers(network: Network) -> Layers:
    """The network's layers; the weights are read out of the model. Raises Untranslated if the folder has no layers.json."""
    from ..interpreter import Interpreter  # litevk's own, which bench/peers keeps out of its processes

    file = network.model.parent / "layers.json"
    if not file.exists():
        raise Untranslated("The network has an operator for which the kit has no translation, so it has no layers.json.")
    document = json.loads(file.read_text())
    interpreter = Interpreter(network.model, experimental_delegates=[])
    constants = {index: interpreter.get_tensor(index).astype(np.float32) for index in document["constants"]}
    shapes = {int(index): tuple(shape) for index, shape in document["shapes"].items()}
    layers = [Layer(**layer) for layer in document["layers"]]
    return Layers(document["inputs"], document["outputs"], shapes, constants, layers)
