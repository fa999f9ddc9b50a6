"""A network's layers as an ONNX model of operator set 13, in NCHW."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import layouts
from .engine import Array
from .network import Layer, Layers

OPERATOR_SET = 13
# Older releases of ONNX Runtime know this version of the format.
_IR_VERSION = 8
_HARD_SIGMOID: dict[str, Any] = {"alpha": 1.0 / 6.0, "beta": 0.5}
_TO_NCHW, _TO_NHWC = (0, 3, 1, 2), (0, 2, 3, 1)


def _pads(layer: Layer) -> list[int]:
    top, bottom, left, right = layer.options["pads"]
    return [top, left, bottom, right]


class OnnxLayers:
    """The model under construction. Values are named by the tensors' indices, inputs and outputs too."""

    def __init__(self, onnx: Any, layers: Layers) -> None:
        self._onnx, self._layers = onnx, layers
        self._nodes: list[Any] = []
        self._constants: list[Any] = []
        for layer in layers.layers:
            self._append(layer)

    def serialize(self) -> bytes:
        """The bytes of the model's file."""
        inputs, outputs = ([self._value(index) for index in ids] for ids in (self._layers.inputs, self._layers.outputs))
        graph = self._onnx.helper.make_graph(self._nodes, "main", inputs, outputs, self._constants)
        sets = [self._onnx.helper.make_opsetid("", OPERATOR_SET)]
        model = self._onnx.helper.make_model(graph, opset_imports=sets, ir_version=_IR_VERSION)
        self._onnx.checker.check_model(model)
        return bytes(model.SerializeToString())

    def _value(self, index: int) -> Any:
        shape = self._layers.shapes[index]
        dims = [shape[axis] for axis in _TO_NCHW] if len(shape) == 4 else list(shape)
        return self._onnx.helper.make_tensor_value_info(str(index), self._onnx.TensorProto.FLOAT, dims)

    def _constant(self, array: Array) -> str:
        name = f"constant_{len(self._constants)}"
        self._constants.append(self._onnx.numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def _node(self, op: str, inputs: list[str], output: str = "", **attributes: Any) -> str:
        """Appends a node with one output, and returns the output's name: `output` or a new one."""
        name = output or f"value_{len(self._nodes)}"
        self._nodes.append(self._onnx.helper.make_node(op, inputs, [name], **attributes))
        return name

    def _append(self, layer: Layer) -> None:
        output = str(layer.outputs[0])
        plain = getattr(self, f"_{layer.op}")(layer)
        if layer.activation == "relu6":
            self._clip(plain, output)
        else:
            self._node("Relu" if layer.activation == "relu" else "Identity", [plain], output)

    def _clip(self, source: str, output: str = "") -> str:
        bounds = [self._constant(np.array(bound, np.float32)) for bound in (0.0, 6.0)]
        return self._node("Clip", [source, *bounds], output)

    def _with_bias(self, layer: Layer, weights: Array) -> list[str]:
        bias = layouts.bias(self._layers, layer)
        named = [] if bias is None else [self._constant(bias)]
        return [str(layer.inputs[0]), self._constant(weights), *named]

    def _conv(self, layer: Layer) -> str:
        weights = layouts.filters(self._layers, layer)
        window = {"strides": layer.options["strides"], "dilations": layer.options["dilations"], "pads": _pads(layer)}
        groups = layouts.groups(self._layers, layer)
        return self._node("Conv", self._with_bias(layer, weights), group=groups, **window)

    _depthwise = _conv

    def _pool(self, layer: Layer, op: str) -> str:
        window = {"kernel_shape": layer.options["window"], "strides": layer.options["strides"], "pads": _pads(layer)}
        return self._node(op, [str(layer.inputs[0])], **window)

    def _max_pool(self, layer: Layer) -> str:
        return self._pool(layer, "MaxPool")

    def _average_pool(self, layer: Layer) -> str:
        return self._pool(layer, "AveragePool")

    def _pad(self, layer: Layer) -> str:
        top, left, bottom, right = _pads(layer)
        amounts = self._constant(np.array([0, 0, top, left, 0, 0, bottom, right], np.int64))
        return self._node("Pad", [str(layer.inputs[0]), amounts])

    def _binary(self, layer: Layer, op: str) -> str:
        return self._node(op, [self._operand(layer, index) for index in layer.inputs])

    def _operand(self, layer: Layer, index: int) -> str:
        is_constant = index in self._layers.constants
        return self._constant(layouts.operand(self._layers, layer, index)) if is_constant else str(index)

    def _add(self, layer: Layer) -> str:
        return self._binary(layer, "Add")

    def _sub(self, layer: Layer) -> str:
        return self._binary(layer, "Sub")

    def _mul(self, layer: Layer) -> str:
        return self._binary(layer, "Mul")

    def _mean(self, layer: Layer) -> str:
        return self._node("ReduceMean", [str(layer.inputs[0])], axes=[2, 3], keepdims=int(layer.options["keep_dims"]))

    def _fully_connected(self, layer: Layer) -> str:
        weights = self._layers.constants[layer.inputs[1]]
        return self._node("Gemm", self._with_bias(layer, weights), transB=1)

    def _softmax(self, layer: Layer) -> str:
        axis = layouts.axis(self._layers, layer, len(self._layers.shapes[layer.outputs[0]]) - 1)
        return self._node("Softmax", [str(layer.inputs[0])], axis=axis)

    def _reshape(self, layer: Layer) -> str:
        """Appends a reshape of the elements in the order of NHWC, with transpositions around it for tensors of rank 4."""
        value, shape = str(layer.inputs[0]), self._layers.shapes[layer.outputs[0]]
        if len(self._layers.shapes[layer.inputs[0]]) == 4:
            value = self._node("Transpose", [value], perm=_TO_NHWC)
        value = self._node("Reshape", [value, self._constant(np.array(shape, np.int64))])
        return self._node("Transpose", [value], perm=_TO_NCHW) if len(shape) == 4 else value

    def _concat(self, layer: Layer) -> str:
        axis = layouts.axis(self._layers, layer, layer.options["axis"])
        return self._node("Concat", [str(index) for index in layer.inputs], axis=axis)

    def _relu(self, layer: Layer) -> str:
        return self._node("Relu", [str(layer.inputs[0])])

    def _relu6(self, layer: Layer) -> str:
        return self._clip(str(layer.inputs[0]))

    def _sigmoid(self, layer: Layer) -> str:
        return self._node("Sigmoid", [str(layer.inputs[0])])

    def _hard_swish(self, layer: Layer) -> str:
        """Appends HARD_SWISH as two nodes, since the operator came with operator set 14."""
        gate = self._node("HardSigmoid", [str(layer.inputs[0])], **_HARD_SIGMOID)
        return self._node("Mul", [str(layer.inputs[0]), gate])
