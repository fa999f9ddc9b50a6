"""Conversions between TFLite's layout NHWC and the layout NCHW of other frameworks."""

from __future__ import annotations

import numpy as np

from .engine import Array, Untranslated
from .network import Layer, Layers

# Index in NCHW of each axis of NHWC.
_AXES = (0, 2, 3, 1)


def to_nchw(array: Array) -> Array:
    """Returns an array of rank 4 in NCHW, without a copy; arrays of other ranks are returned as they are."""
    return array.transpose(0, 3, 1, 2) if array.ndim == 4 else array


def to_nhwc(array: Array) -> Array:
    """Returns an array of rank 4 in NHWC, without a copy; arrays of other ranks are returned as they are."""
    return array.transpose(0, 2, 3, 1) if array.ndim == 4 else array


def axis(layers: Layers, layer: Layer, number: int) -> int:
    """Index in NCHW of an axis of a layer's output; outputs of other ranks than 4 keep theirs."""
    return _AXES[number] if len(layers.shapes[layer.outputs[0]]) == 4 else number


def filters(layers: Layers, layer: Layer) -> Array:
    """A convolution's weights, output channels first: OIHW, for a depthwise one with an I of 1."""
    weights = layers.constants[layer.inputs[1]]
    order = (0, 3, 1, 2) if layer.op == "conv" else (3, 0, 1, 2)
    return np.ascontiguousarray(weights.transpose(order))


def groups(layers: Layers, layer: Layer) -> int:
    """Number of groups of a convolution's channels."""
    return layers.shapes[layer.inputs[0]][3] if layer.op == "depthwise" else 1


def bias(layers: Layers, layer: Layer) -> Array | None:
    """The bias of a layer with weights; None where it has none."""
    return layers.constants[layer.inputs[2]].ravel() if len(layer.inputs) > 2 else None


def operand(layers: Layers, layer: Layer, index: int) -> Array:
    """A constant operand, expanded to the rank of the layer's output so that it broadcasts in NCHW as it does in NHWC."""
    value = layers.constants[index]
    missing = len(layers.shapes[layer.outputs[0]]) - value.ndim
    return np.ascontiguousarray(to_nchw(value.reshape((1,) * missing + value.shape)))


def ensure_weights_are_constant(layers: Layers) -> None:
    """Raises Untranslated if a convolution or a matrix multiplication takes weights that another layer computes."""
    for layer in layers.layers:
        weighted = layer.op in ("conv", "depthwise", "fully_connected")
        if weighted and not all(index in layers.constants for index in layer.inputs[1:]):
            raise Untranslated(f"A layer {layer.op} takes weights that are not constant.")
