"""A network's folder: the model, inputs with their reference outputs, and its layers if all of them can be translated.

    model.tflite
    values.npz      input_0, input_1.. and output_0, output_1.., in the model's order
    layers.json     the layers, by tests/bringup/layers.py; missing if that script does not support the network
"""

from __future__ import annotations

import json
import pathlib
from dataclasses import dataclass
from typing import Any, Mapping

import numpy as np

from ...interpreter import Interpreter
from .engine import Array, Untranslated


@dataclass(frozen=True)
class Network:
    """The model's file, with arrays for its inputs and reference outputs."""

    folder: pathlib.Path
    inputs: list[Array]
    references: list[Array]

    @property
    def model(self) -> pathlib.Path:
        """The .tflite file."""
        return self.folder / "model.tflite"


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


def read_network(folder: pathlib.Path) -> Network:
    """The network of a folder, without its layers."""
    with np.load(folder / "values.npz") as arrays:
        return Network(folder, _numbered(arrays, "input_"), _numbered(arrays, "output_"))


def read_layers(network: Network) -> Layers:
    """The network's layers; the weights are read out of the model. Raises Untranslated if the folder has no layers.json."""
    file = network.folder / "layers.json"
    if not file.exists():
        raise Untranslated("The network has an operator for which the kit has no translation, so it has no layers.json.")
    document = json.loads(file.read_text())
    interpreter = Interpreter(network.model, experimental_delegates=[])
    constants = {index: interpreter.get_tensor(index).astype(np.float32) for index in document["constants"]}
    shapes = {int(index): tuple(shape) for index, shape in document["shapes"].items()}
    layers = [Layer(**layer) for layer in document["layers"]]
    return Layers(document["inputs"], document["outputs"], shapes, constants, layers)
