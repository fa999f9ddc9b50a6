"""Translates operators of a .tflite file to a list of layers, in the terms that most engines share.

Dims stay in TFLite's order, NHWC. Paddings are numbers: "pads" is [top, bottom, left, right]. A window's sides are
[rows, columns].
"""

from ai_edge_litert import schema_py_generated as schema

_ACTIVATIONS = {0: "none", 1: "relu", 3: "relu6"}


class NotCovered(Exception):
    """An operator has no translation. The message follows the operator's name in a sentence."""


def _activation(options):
    code = options.fusedActivationFunction
    if code not in _ACTIVATIONS:
        raise NotCovered(f"has the fused activation {code}, which has no translation")
    return _ACTIVATIONS[code]


def _pads_along(extent, result, window, stride, dilation):
    missing = max(0, (result - 1) * stride + (window - 1) * dilation + 1 - extent)
    return [missing // 2, missing - missing // 2]


def _window(graph, operator, source, sides, dilations):
    """The options that convolutions and pools share; the pads follow from the shapes."""
    options = operator.builtinOptions
    strides = [options.strideH, options.strideW]
    pads = [0, 0, 0, 0]
    if options.padding == schema.Padding.SAME:
        rows, columns = zip(graph.shape(source)[1:3], graph.shape(operator.outputs[0])[1:3], sides, strides, dilations)
        pads = _pads_along(*rows) + _pads_along(*columns)
    return {"strides": strides, "pads": pads, "activation": _activation(options)}


def _convolution(graph, operator, inputs, name):
    options = operator.builtinOptions
    dilations = [options.dilationHFactor, options.dilationWFactor]
    window = _window(graph, operator, inputs[0], graph.shape(inputs[1])[1:3], dilations)
    if name == "conv" and graph.shape(inputs[1])[3] != graph.shape(inputs[0])[3]:
        raise NotCovered("is a grouped convolution")
    return inputs, {**window, "dilations": dilations}


def _pool(graph, operator, inputs, name):
    sides = [operator.builtinOptions.filterHeight, operator.builtinOptions.filterWidth]
    return inputs, {**_window(graph, operator, inputs[0], sides, [1, 1]), "window": sides}


def _binary(graph, operator, inputs, name):
    return inputs, {"activation": _activation(operator.builtinOptions)}


def _mean(graph, operator, inputs, name):
    rank = len(graph.shape(inputs[0]))
    axes = sorted(int(axis) % rank for axis in graph.values(inputs[1]).ravel())
    if rank != 4 or axes != [1, 2]:
        raise NotCovered("reduces other axes than those of an image")
    return inputs[:1], {"keep_dims": bool(operator.builtinOptions.keepDims)}


def _fully_connected(graph, operator, inputs, name):
    if len(graph.shape(inputs[0])) != 2:
        raise NotCovered("takes an input that is no matrix")
    if not graph.is_constant(inputs[1]):
        raise NotCovered("takes weights that are not constant")
    return inputs, {"activation": _activation(operator.builtinOptions)}


def _softmax(graph, operator, inputs, name):
    if operator.builtinOptions.beta != 1.0:
        raise NotCovered("has a beta other than 1")
    return inputs, {}


def _reshape(graph, operator, inputs, name):
    return inputs[:1], {}


def _pad(graph, operator, inputs, name):
    amounts = graph.values(inputs[1]).tolist()
    if len(amounts) != 4 or any(amounts[0] + amounts[3]):
        raise NotCovered("pads other dims than those of an image")
    return inputs[:1], {"pads": amounts[1] + amounts[2]}


def _concat(graph, operator, inputs, name):
    axis = operator.builtinOptions.axis % len(graph.shape(inputs[0]))
    return inputs, {"axis": axis, "activation": _activation(operator.builtinOptions)}


def _unary(graph, operator, inputs, name):
    return inputs, {}


_TRANSLATIONS = {
    "CONV_2D": ("conv", _convolution),
    "DEPTHWISE_CONV_2D": ("depthwise", _convolution),
    "MAX_POOL_2D": ("max_pool", _pool),
    "AVERAGE_POOL_2D": ("average_pool", _pool),
    "ADD": ("add", _binary),
    "SUB": ("sub", _binary),
    "MUL": ("mul", _binary),
    "MEAN": ("mean", _mean),
    "FULLY_CONNECTED": ("fully_connected", _fully_connected),
    "SOFTMAX": ("softmax", _softmax),
    "RESHAPE": ("reshape", _reshape),
    "PAD": ("pad", _pad),
    "CONCATENATION": ("concat", _concat),
    "RELU": ("relu", _unary),
    "RELU6": ("relu6", _unary),
    "LOGISTIC": ("sigmoid", _unary),
    "HARD_SWISH": ("hard_swish", _unary),
}


def translate(graph, operator_name, operator, inputs):
    """The layer's name, its inputs and its options. Raises NotCovered."""
    if operator_name not in _TRANSLATIONS:
        raise NotCovered("has no translation")
    name, options_of = _TRANSLATIONS[operator_name]
    operands, options = options_of(graph, operator, inputs, name)
    return name, operands, options


def _is_positive(layer):
    """True if no value of the layer is below zero, so that padding with zeros does not change a maximum."""
    return layer is not None and (layer["options"].get("activation") or layer["op"]) in ("relu", "relu6")


def _takes_pads(pad, reader, producer):
    if reader["op"] == "max_pool":
        return _is_positive(producer)
    return reader["op"] in ("conv", "depthwise") and reader["inputs"][0] == pad["outputs"][0]


def join_pads(layers, outputs):
    """Merges pads into the convolutions and pools that read them, as other frameworks write layers."""
    producers = {index: layer for layer in layers for index in layer["outputs"]}
    kept = []
    for layer in layers:
        readers = [other for other in layers if layer["outputs"][0] in other["inputs"]]
        producer = producers.get(layer["inputs"][0])
        joins = layer["op"] == "pad" and not set(layer["outputs"]) & set(outputs)
        if not joins or not all(_takes_pads(layer, reader, producer) for reader in readers):
            kept.append(layer)
            continue
        for reader in readers:
            reader["inputs"][0] = layer["inputs"][0]
            own, added = reader["options"]["pads"], layer["options"]["pads"]
            reader["options"]["pads"] = [a + b for a, b in zip(own, added)]
    return kept
