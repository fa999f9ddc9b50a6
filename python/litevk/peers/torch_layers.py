"""A network's layers as calls of PyTorch's functions, on tensors in NCHW that lie in memory as NHWC."""

from __future__ import annotations

from typing import Any, Callable

from . import layouts
from .engine import Array
from .network import Layer, Layers

Function = Callable[..., Any]


class TorchLayers:
    """A function of the inputs' tensors that returns the list of the outputs' tensors, all on one device."""

    def __init__(self, torch: Any, layers: Layers, device: str) -> None:
        self._torch, self._functions = torch, torch.nn.functional
        self._layers, self._device = layers, device
        self._steps = [self._step(layer) for layer in layers.layers]

    def __call__(self, inputs: list[Any]) -> list[Any]:
        values = dict(zip(self._layers.inputs, inputs))
        for function, operands, output in self._steps:
            values[output] = function(*(values[index] for index in operands))
        return [values[index] for index in self._layers.outputs]

    def _step(self, layer: Layer) -> tuple[Function, list[int], int]:
        """Returns a function of the layer's operands that are not constant, the operands' tensors, and the output tensor."""
        function = getattr(self, f"_{layer.op}")(layer)
        activation = self._activation(layer)
        whole = (lambda *operands: activation(function(*operands))) if activation else function
        return whole, [index for index in layer.inputs if index not in self._layers.constants], layer.outputs[0]

    def _activation(self, layer: Layer) -> Function | None:
        if layer.activation == "none":
            return None
        function = self._functions.relu if layer.activation == "relu" else self._functions.relu6
        return lambda x: function(x, inplace=True)

    def _tensor(self, array: Array) -> Any:
        """A tensor on the device; an array of rank 4 lies there as NHWC."""
        tensor = self._torch.from_numpy(array.copy()).to(self._device)
        return tensor.contiguous(memory_format=self._torch.channels_last) if array.ndim == 4 else tensor

    def _bias(self, layer: Layer) -> Any:
        bias = layouts.bias(self._layers, layer)
        return None if bias is None else self._tensor(bias)

    def _padded(self, layer: Layer, value: float = 0.0) -> tuple[Function, tuple[int, int]]:
        """Returns a function that pads unequal ends, and the equal padding that the layer's own function applies."""
        top, bottom, left, right = layer.options["pads"]
        if top == bottom and left == right:
            return (lambda x: x), (top, left)
        return (lambda x: self._functions.pad(x, [left, right, top, bottom], value=value)), (0, 0)

    def _conv(self, layer: Layer) -> Function:
        weights, bias = self._tensor(layouts.filters(self._layers, layer)), self._bias(layer)
        pad, padding = self._padded(layer)
        window = {"stride": layer.options["strides"], "dilation": layer.options["dilations"], "padding": padding}
        groups = layouts.groups(self._layers, layer)
        return lambda x: self._functions.conv2d(pad(x), weights, bias, groups=groups, **window)

    _depthwise = _conv

    def _max_pool(self, layer: Layer) -> Function:
        pad, padding = self._padded(layer, float("-inf"))
        window = {"kernel_size": layer.options["window"], "stride": layer.options["strides"]}
        return lambda x: self._functions.max_pool2d(pad(x), padding=padding, **window)

    def _average_pool(self, layer: Layer) -> Function:
        """Averages without the padding: divides a mean over zero padding by the share of the window that lies inside."""
        pad, padding = self._padded(layer)
        window = {"kernel_size": layer.options["window"], "stride": layer.options["strides"], "padding": padding}
        if padding != (0, 0) or not any(layer.options["pads"]):
            return lambda x: self._functions.avg_pool2d(x, count_include_pad=False, **window)
        _, rows, columns, _ = self._layers.shapes[layer.inputs[0]]
        ones = self._torch.ones(1, 1, rows, columns, device=self._device)
        shares = self._functions.avg_pool2d(pad(ones), **window)
        return lambda x: self._functions.avg_pool2d(pad(x), **window) / shares

    def _pad(self, layer: Layer) -> Function:
        top, bottom, left, right = layer.options["pads"]
        return lambda x: self._functions.pad(x, [left, right, top, bottom])

    def _binary(self, layer: Layer, function: Function) -> Function:
        """One of the two operands may be constant."""
        constants = [index for index in layer.inputs if index in self._layers.constants]
        if not constants:
            return function
        value = self._tensor(layouts.operand(self._layers, layer, constants[0]))
        is_first = layer.inputs[0] == constants[0]
        return (lambda x: function(value, x)) if is_first else (lambda x: function(x, value))

    def _add(self, layer: Layer) -> Function:
        return self._binary(layer, self._torch.add)

    def _sub(self, layer: Layer) -> Function:
        return self._binary(layer, self._torch.sub)

    def _mul(self, layer: Layer) -> Function:
        return self._binary(layer, self._torch.mul)

    def _mean(self, layer: Layer) -> Function:
        return lambda x: x.mean((2, 3), keepdim=layer.options["keep_dims"])

    def _fully_connected(self, layer: Layer) -> Function:
        weights, bias = self._tensor(self._layers.constants[layer.inputs[1]]), self._bias(layer)
        return lambda x: self._functions.linear(x, weights, bias)

    def _softmax(self, layer: Layer) -> Function:
        axis = layouts.axis(self._layers, layer, len(self._layers.shapes[layer.outputs[0]]) - 1)
        return lambda x: x.softmax(axis)

    def _reshape(self, layer: Layer) -> Function:
        before, after = (len(self._layers.shapes[index]) for index in (layer.inputs[0], layer.outputs[0]))
        shape = self._layers.shapes[layer.outputs[0]]

        def reshape(x: Any) -> Any:
            y = (x.permute(0, 2, 3, 1) if before == 4 else x).reshape(shape)
            return y.permute(0, 3, 1, 2) if after == 4 else y

        return reshape

    def _concat(self, layer: Layer) -> Function:
        axis = layouts.axis(self._layers, layer, layer.options["axis"])
        return lambda *operands: self._torch.cat(operands, axis)

    def _relu(self, layer: Layer) -> Function:
        return lambda x: self._functions.relu(x)

    def _relu6(self, layer: Layer) -> Function:
        return lambda x: self._functions.relu6(x)

    def _sigmoid(self, layer: Layer) -> Function:
        return lambda x: x.sigmoid()

    def _hard_swish(self, layer: Layer) -> Function:
        return lambda x: self._functions.hardswish(x)
