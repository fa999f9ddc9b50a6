"""Converts an int8 model with one scale for each tensor to uint8, as TensorFlow 1 wrote models and ai-edge-quantizer does not.

Each integer and each zero point grows by 128. Layers' weights are quantized again from their floats, over their own range. Their
zero points may thus be any integer, as in models trained for uint8. Operators that TFLite has no kernel of in uint8 stay int8,
between two QUANTIZE that change no value.
"""

import copy
import dataclasses

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema

OPS = schema.BuiltinOperator
WITHOUT_UINT8 = {OPS.ABS, OPS.BATCH_MATMUL, OPS.ELU, OPS.EXP, OPS.LOG, OPS.NEG, OPS.RSQRT, OPS.SQRT, OPS.SQUARED_DIFFERENCE}
WITHOUT_UINT8 |= {OPS.UNIDIRECTIONAL_SEQUENCE_LSTM}
CONVERTERS = (OPS.QUANTIZE, OPS.DEQUANTIZE)
# Operand indices of a layer's input, its weights and its bias.
LAYERS = {OPS.CONV_2D: (0, 1, 2), OPS.DEPTHWISE_CONV_2D: (0, 1, 2), OPS.FULLY_CONNECTED: (0, 1, 2), OPS.TRANSPOSE_CONV: (2, 1, 3)}
POST_PROCESS = b"TFLite_Detection_PostProcess"
DTYPES = {schema.TensorType.FLOAT32: np.float32, schema.TensorType.INT32: np.int32}


def _read(content):
    """The model. Large constants, which the converter puts behind the flatbuffer, are read into its buffers."""
    model = schema.ModelT.InitFromPackedBuf(content, 0)
    for buffer in model.buffers:
        if buffer.size:
            buffer.data = np.frombuffer(content, np.uint8, buffer.size, buffer.offset)
            buffer.offset = buffer.size = 0
    return model


def _values(model, tensor):
    data = model.buffers[tensor.buffer].data
    return None if data is None else np.frombuffer(bytes(data), DTYPES[tensor.type]).reshape(tensor.shape)


def _store(model, tensor, integers):
    """Stores the integers in a new buffer, since other tensors may share the tensor's buffer."""
    model.buffers.append(schema.BufferT())
    model.buffers[-1].data = np.frombuffer(integers.tobytes(), np.uint8)
    tensor.buffer = len(model.buffers) - 1


def _floats_by_name(content):
    model = _read(content)
    floats = [t for graph in model.subgraphs for t in graph.tensors if t.type == schema.TensorType.FLOAT32]
    values = {tensor.name: _values(model, tensor) for tensor in floats}
    return {name: integers for name, integers in values.items() if integers is not None}


def _quantize_weights(model, tensor, floats):
    """Quantizes weights to 0 to 255 over their range, extended to hold 0."""
    low, high = min(0.0, floats.min()), max(0.0, floats.max())
    scale = np.float32((high - low) / 255 or 1)
    zero_point = int(np.round(-low / scale))
    _store(model, tensor, np.clip(np.round(floats / scale) + zero_point, 0, 255).astype(np.uint8))
    tensor.type = schema.TensorType.UINT8
    tensor.quantization.scale, tensor.quantization.zeroPoint = [scale], [zero_point]


def _quantize_bias(model, tensor, scale):
    """Quantizes a bias in the scale of the products."""
    values = _values(model, tensor) * np.float64(tensor.quantization.scale[0])
    _store(model, tensor, np.round(values / np.float64(scale)).astype(np.int32))
    tensor.quantization.scale = [scale]


def _move_by_128(model, tensor):
    data = model.buffers[tensor.buffer].data
    if data is not None:
        _store(model, tensor, np.frombuffer(bytes(data), np.uint8) ^ 0x80)
    tensor.type = schema.TensorType.UINT8
    tensor.quantization.zeroPoint = [zero_point + 128 for zero_point in tensor.quantization.zeroPoint]


@dataclasses.dataclass
class _Layer:
    data: schema.TensorT
    weights: schema.TensorT
    bias: schema.TensorT


def _layers(model, graph):
    for operator in graph.operators:
        places = LAYERS.get(model.operatorCodes[operator.opcodeIndex].builtinCode)
        if places is None:
            continue
        operands = [graph.tensors[operator.inputs[i]] if i < len(operator.inputs) else None for i in places]
        has_bias = operands[2] is not None and operator.inputs[places[2]] >= 0
        yield _Layer(operands[0], operands[1], operands[2] if has_bias else None)


def _replace(model, graph, replacements):
    """Replaces tensors by others in all readers; `replacements` is keyed by index."""
    for operator in graph.operators:
        operator.inputs = [replacements.get(index, index) for index in operator.inputs]
    graph.outputs = [replacements.get(index, index) for index in graph.outputs]
    for signature in model.signatureDefs:
        for entry in signature.outputs:
            entry.tensorIndex = replacements.get(entry.tensorIndex, entry.tensorIndex)


def _detect_on_numbers(model, graph):
    """Lets TFLite_Detection_PostProcess read integers, anchors too, and return floats; the converter leaves it in floats."""
    codes = [model.operatorCodes[operator.opcodeIndex] for operator in graph.operators]
    chosen = [operator for operator, code in zip(graph.operators, codes) if code.customCode == POST_PROCESS]
    read = {index for operator in chosen for index in operator.inputs}
    written = {index for operator in chosen for index in operator.outputs}
    for operator, code in zip(list(graph.operators), codes):
        (source, *_), (target, *_) = operator.inputs, operator.outputs
        if code.builtinCode in CONVERTERS and (target in read or source in written):
            graph.operators.remove(operator)
            _replace(model, graph, {target: source})
    for operator in chosen:
        anchors = graph.tensors[operator.inputs[2]]
        anchors.quantization = schema.QuantizationParametersT()
        _quantize_weights(model, anchors, _values(model, anchors))


def _quantize_code(model):
    for index, code in enumerate(model.operatorCodes):
        if code.builtinCode == OPS.QUANTIZE:
            return index
    code = schema.OperatorCodeT()
    code.builtinCode = code.deprecatedBuiltinCode = OPS.QUANTIZE
    code.version = 1
    model.operatorCodes.append(code)
    return len(model.operatorCodes) - 1


def _quantize_node(model, source, target):
    node = schema.OperatorT()
    node.opcodeIndex = _quantize_code(model)
    node.inputs, node.outputs = [source], [target]
    return node


class _Int8Operators:
    """Gives operators without a uint8 kernel copies of their tensors that stay int8."""

    def __init__(self, model, graph):
        self._model, self._graph = model, graph
        self.copies = set()
        graph.operators = [node for operator in graph.operators for node in self._nodes(operator)]

    def _nodes(self, operator):
        if self._model.operatorCodes[operator.opcodeIndex].builtinCode not in WITHOUT_UINT8:
            return [operator]
        taken, given = self._copies(operator.inputs), self._copies(operator.outputs)
        operator.inputs = [taken.get(index, index) for index in operator.inputs]
        operator.outputs = [given.get(index, index) for index in operator.outputs]
        before = [_quantize_node(self._model, *pair) for pair in taken.items() if self._is_computed(pair[0])]
        return [*before, operator, *(_quantize_node(self._model, number, index) for index, number in given.items())]

    def _is_computed(self, index):
        tensor = self._graph.tensors[index]
        return self._model.buffers[tensor.buffer].data is None and not tensor.isVariable

    def _copies(self, indices):
        tensors = self._graph.tensors
        eights = [i for i in dict.fromkeys(indices) if i >= 0 and tensors[i].type == schema.TensorType.INT8]
        return {index: self._copy(index) for index in eights}

    def _copy(self, index):
        tensor = copy.deepcopy(self._graph.tensors[index])
        tensor.name += b"_int8"
        self._graph.tensors.append(tensor)
        self.copies.add(len(self._graph.tensors) - 1)
        return len(self._graph.tensors) - 1


def _int8_tensors(graph, left_out):
    """Tensors of int8 that a node reads or writes, or that are inputs or outputs."""
    used = {index for operator in graph.operators for index in (*operator.inputs, *operator.outputs)}
    used |= {*graph.inputs, *graph.outputs}
    chosen = [tensor for i, tensor in enumerate(graph.tensors) if i in used and i not in left_out]
    return [tensor for tensor in chosen if tensor.type == schema.TensorType.INT8]


def _rewrite(model, graph, floats):
    _detect_on_numbers(model, graph)
    kept = _Int8Operators(model, graph)
    layers = [layer for layer in _layers(model, graph) if layer.data.type == schema.TensorType.INT8]
    for layer in layers:
        if layer.weights.type == schema.TensorType.INT8 and layer.weights.name in floats:
            _quantize_weights(model, layer.weights, floats[layer.weights.name])
    for layer in layers:
        if layer.bias is not None:
            scale = np.float32(layer.data.quantization.scale[0]) * np.float32(layer.weights.quantization.scale[0])
            _quantize_bias(model, layer.bias, scale)
    for tensor in _int8_tensors(graph, kept.copies):
        _move_by_128(model, tensor)


def as_uint8(content, float_content):
    """The bytes in uint8 of the model `content`, which was quantized from the model `float_content`."""
    model = _read(content)
    floats = _floats_by_name(float_content)
    for graph in model.subgraphs:
        _rewrite(model, graph, floats)
    builder = flatbuffers.Builder(1024)
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())
