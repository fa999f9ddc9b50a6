"""A network's layers as ncnn's two files: a text that lists layers, and the weights in their order.

ncnn has no dim for the batch, and dims are width, height and channels. One layer only may read a blob, so a tensor with
several readers is split first. A blob's name is the tensor's index, with a suffix for intermediate results of a layer.
"""

from __future__ import annotations

import pathlib
from collections import Counter
from typing import Any, Mapping, Sequence

import numpy as np

from . import layouts
from .engine import Array, Untranslated
from .network import Layer, Layers

_MAGIC = 7767517
# Flag of float32, in front of weights that ncnn could also store in other types.
_FLOAT32_FLAG = bytes(4)
_ADD, _SUB, _MUL = 0, 1, 2
_RELU, _CLIP = 1, 3
_CHW_TO_HWC, _HWC_TO_CHW = 3, 4


def _words(params: Mapping[int, Any]) -> list[str]:
    """Parameters keyed by number. A list's key is -23300 minus the number, and its length comes before its elements."""
    words = []
    for key, value in params.items():
        if isinstance(value, list):
            words.append(f"{-23300 - key}={','.join(map(str, [len(value), *value]))}")
        else:
            words.append(f"{key}={value}")
    return words


class NcnnLayers:
    """The files under construction. Raises Untranslated for a network or layer that ncnn has no counterpart of."""

    def __init__(self, layers: Layers) -> None:
        if any(shape[:1] != (1,) for index, shape in layers.shapes.items() if index not in layers.constants):
            raise Untranslated("ncnn has no batch, and the network has one other than 1.")
        self._layers = layers
        self._lines: list[str] = []
        self._blobs = 0
        self._weights: list[bytes] = []
        read = [index for layer in layers.layers for index in layer.inputs] + list(layers.outputs)
        self._readers = Counter(index for index in read if index not in layers.constants)
        self._copies: dict[int, list[str]] = {}
        for index in layers.inputs:
            self._emit("Input", [], str(index), dict(enumerate(self._sides(index))))
            self._split(index)
        for layer in layers.layers:
            self._append(layer)
        self.outputs = [self._read(index) for index in layers.outputs]

    def write(self, folder: pathlib.Path) -> tuple[str, str]:
        """Writes both files, and returns their paths."""
        param, weights = folder / "network.param", folder / "network.bin"
        param.write_text("\n".join([str(_MAGIC), f"{len(self._lines)} {self._blobs}", *self._lines, ""]))
        weights.write_bytes(b"".join(self._weights))
        return str(param), str(weights)

    def _sides(self, index: int) -> list[int]:
        """Width, height and channels of a tensor of rank 4; of other ranks all dims but the batch, the last one first."""
        shape = self._layers.shapes[index]
        return [shape[2], shape[1], shape[3]] if len(shape) == 4 else list(shape[:0:-1])

    def _emit(
        self, kind: str, inputs: Sequence[str], output: str, params: Mapping[int, Any], weights: Sequence[bytes] = ()
    ) -> str:
        words = [kind, f"{kind}_{len(self._lines)}", str(len(inputs)), "1", *inputs, output, *_words(params)]
        self._lines.append(" ".join(words))
        self._blobs += 1
        self._weights += weights
        return output

    def _split(self, index: int) -> None:
        count = self._readers[index]
        self._copies[index] = [str(index)] if count < 2 else [f"{index}_copy{number}" for number in range(count)]
        if count > 1:
            copies = self._copies[index]
            self._lines.append(" ".join(["Split", f"Split_{len(self._lines)}", "1", str(count), str(index), *copies]))
            self._blobs += count

    def _read(self, index: int) -> str:
        """The blob that the next reader of a tensor takes."""
        return self._copies[index].pop(0)

    def _append(self, layer: Layer) -> None:
        output = layer.outputs[0]
        getattr(self, f"_{layer.op}")(layer, str(output))
        self._split(output)

    def _activated(self, layer: Layer, source: str, output: str) -> None:
        """Emits the activation as a layer of its own, after a layer that cannot apply it."""
        if layer.activation == "relu":
            self._emit("ReLU", [source], output, {})
        elif layer.activation == "relu6":
            self._emit("Clip", [source], output, {0: 0.0, 1: 6.0})

    def _plain(self, layer: Layer, output: str) -> str:
        """Name of the blob that a layer writes which cannot apply the activation itself."""
        return output if layer.activation == "none" else f"{output}_plain"

    def _with_activation(self, layer: Layer) -> dict[int, Any]:
        fused: dict[str, dict[int, Any]] = {"none": {}, "relu": {9: _RELU}, "relu6": {9: _CLIP, 10: [0.0, 6.0]}}
        return fused[layer.activation]

    def _with_weights(self, layer: Layer, weights: Array) -> list[bytes]:
        bias = layouts.bias(self._layers, layer)
        return [_FLOAT32_FLAG, weights.tobytes(), b"" if bias is None else bias.tobytes()]

    def _conv(self, layer: Layer, output: str) -> None:
        weights = layouts.filters(self._layers, layer)
        (rows, columns), options = weights.shape[2:], layer.options
        top, bottom, left, right = options["pads"]
        params = {0: weights.shape[0], 1: columns, 11: rows, 2: options["dilations"][1], 12: options["dilations"][0]}
        params |= {3: options["strides"][1], 13: options["strides"][0], 4: left, 14: top, 15: right, 16: bottom}
        params |= {5: int(len(layer.inputs) > 2), 6: weights.size}
        params |= {7: layouts.groups(self._layers, layer)} if layer.op == "depthwise" else {}
        kind = "ConvolutionDepthWise" if layer.op == "depthwise" else "Convolution"
        params |= self._with_activation(layer)
        self._emit(kind, [self._read(layer.inputs[0])], output, params, self._with_weights(layer, weights))

    _depthwise = _conv

    def _fully_connected(self, layer: Layer, output: str) -> None:
        weights = self._layers.constants[layer.inputs[1]]
        params = {0: weights.shape[0], 1: int(len(layer.inputs) > 2), 2: weights.size, **self._with_activation(layer)}
        self._emit("InnerProduct", [self._read(layer.inputs[0])], output, params, self._with_weights(layer, weights))

    def _pool(self, layer: Layer, output: str, kind: int) -> None:
        (rows, columns), (down, across) = layer.options["window"], layer.options["strides"]
        top, bottom, left, right = layer.options["pads"]
        params = {0: kind, 1: columns, 11: rows, 2: across, 12: down, 3: left, 13: top, 14: right, 15: bottom, 5: 1}
        plain = self._emit("Pooling", [self._read(layer.inputs[0])], self._plain(layer, output), params)
        self._activated(layer, plain, output)

    def _max_pool(self, layer: Layer, output: str) -> None:
        self._pool(layer, output, 0)

    def _average_pool(self, layer: Layer, output: str) -> None:
        self._pool(layer, output, 1)

    def _pad(self, layer: Layer, output: str) -> None:
        self._emit("Padding", [self._read(layer.inputs[0])], output, dict(enumerate(layer.options["pads"])))

    def _mean(self, layer: Layer, output: str) -> None:
        """Emits a global pooling, which leaves a vector, and a reshape if the dims are kept."""
        keep = layer.options["keep_dims"]
        vector = f"{output}_vector" if keep else output
        self._emit("Pooling", [self._read(layer.inputs[0])], vector, {0: 1, 4: 1})
        if keep:
            self._emit("Reshape", [vector], output, dict(zip((0, 1, 2), self._sides(layer.outputs[0]))))

    def _binary(self, layer: Layer, output: str, kind: int) -> None:
        plain = self._plain(layer, output)
        constants = [index for index in layer.inputs if index in self._layers.constants]
        if constants:
            self._with_constant(layer, plain, kind, constants[0])
        else:
            self._emit("BinaryOp", [self._read(index) for index in layer.inputs], plain, {0: kind})
        self._activated(layer, plain, output)

    def _with_constant(self, layer: Layer, output: str, kind: int, constant: int) -> None:
        """Emits an operation with a constant: one element, or one for each channel as ncnn's Scale with a shift."""
        value = self._layers.constants[constant].ravel()
        channels = self._layers.shapes[layer.outputs[0]][-1]
        if (kind == _SUB and layer.inputs[0] == constant) or value.size not in (1, channels):
            raise Untranslated(f"ncnn has no counterpart of a layer {layer.op} with a constant of {value.size} elements.")
        source = [self._read(index) for index in layer.inputs if index != constant]
        if value.size == 1:
            self._emit("BinaryOp", source, output, {0: kind, 1: 1, 2: float(value[0])})
            return
        ones = np.ones_like(value)
        scale, shift = (value, 0 * ones) if kind == _MUL else (ones, value if kind == _ADD else -value)
        self._emit("Scale", source, output, {0: channels, 1: 1}, [scale.tobytes(), shift.tobytes()])

    def _add(self, layer: Layer, output: str) -> None:
        self._binary(layer, output, _ADD)

    def _sub(self, layer: Layer, output: str) -> None:
        self._binary(layer, output, _SUB)

    def _mul(self, layer: Layer, output: str) -> None:
        self._binary(layer, output, _MUL)

    def _axis(self, layer: Layer, axis: int) -> int:
        return layouts.axis(self._layers, layer, axis) - 1

    def _softmax(self, layer: Layer, output: str) -> None:
        last = len(self._layers.shapes[layer.outputs[0]]) - 1
        self._emit("Softmax", [self._read(layer.inputs[0])], output, {0: self._axis(layer, last), 1: 1})

    def _concat(self, layer: Layer, output: str) -> None:
        params = {0: self._axis(layer, layer.options["axis"])}
        plain = self._emit("Concat", [self._read(index) for index in layer.inputs], self._plain(layer, output), params)
        self._activated(layer, plain, output)

    def _reshape(self, layer: Layer, output: str) -> None:
        """Emits a reshape of the elements in the order of NHWC, with permutations around it for tensors of rank 4."""
        value, shape = self._read(layer.inputs[0]), self._layers.shapes[layer.outputs[0]]
        if len(self._layers.shapes[layer.inputs[0]]) == 4:
            value = self._emit("Permute", [value], f"{output}_hwc", {0: _CHW_TO_HWC})
        params = dict(zip((0, 1, 2), shape[:0:-1]))
        if len(shape) != 4:
            self._emit("Reshape", [value], output, params)
            return
        value = self._emit("Reshape", [value], f"{output}_reshaped", params)
        self._emit("Permute", [value], output, {0: _HWC_TO_CHW})

    def _relu(self, layer: Layer, output: str) -> None:
        self._emit("ReLU", [self._read(layer.inputs[0])], output, {})

    def _relu6(self, layer: Layer, output: str) -> None:
        self._emit("Clip", [self._read(layer.inputs[0])], output, {0: 0.0, 1: 6.0})

    def _sigmoid(self, layer: Layer, output: str) -> None:
        self._emit("Sigmoid", [self._read(layer.inputs[0])], output, {})

    def _hard_swish(self, layer: Layer, output: str) -> None:
        self._emit("HardSwish", [self._read(layer.inputs[0])], output, {0: 1.0 / 6.0, 1: 0.5})
