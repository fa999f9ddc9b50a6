"""Converts a model with float16 weights to float32 weights, which converters can quantize."""

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema


def _is_half_constant(model, tensor):
    return tensor.type == schema.TensorType.FLOAT16 and model.buffers[tensor.buffer].data is not None


def _widened(model, graph, operator):
    """Stores the float32 values in the output of a DEQUANTIZE of stored float16 values. True if the node is such a one."""
    code = model.operatorCodes[operator.opcodeIndex]
    if code.builtinCode != schema.BuiltinOperator.DEQUANTIZE:
        return False
    source, target = graph.tensors[operator.inputs[0]], graph.tensors[operator.outputs[0]]
    if not _is_half_constant(model, source):
        return False
    halves = np.frombuffer(bytes(model.buffers[source.buffer].data), np.float16)
    model.buffers.append(schema.BufferT())
    model.buffers[-1].data = np.frombuffer(halves.astype(np.float32).tobytes(), np.uint8)
    target.buffer = len(model.buffers) - 1
    return True


def _without_halves(model):
    """Empties the float16 tensors, which no node reads any more."""
    for tensor in (tensor for graph in model.subgraphs for tensor in graph.tensors):
        if tensor.type == schema.TensorType.FLOAT16:
            model.buffers[tensor.buffer].data = None
            tensor.shape, tensor.shapeSignature = [0], None


def _sign(model):
    """Adds a signature to a model without one, since the converter runs a signature."""
    graph, signature = model.subgraphs[0], schema.SignatureDefT()
    signature.signatureKey, signature.subgraphIndex = "serving_default", 0
    maps = []
    for indices in (graph.inputs, graph.outputs):
        maps.append([schema.TensorMapT() for _ in indices])
        for entry, index in zip(maps[-1], indices):
            entry.name, entry.tensorIndex = graph.tensors[index].name, index
    signature.inputs, signature.outputs = maps
    model.signatureDefs = [signature]


def with_float_weights(content):
    """The bytes of the model, with a signature and without the nodes that widen float16 weights."""
    model = schema.ModelT.InitFromPackedBuf(content, 0)
    for code in model.operatorCodes:
        # Older files have the code only in the deprecated field, and the converter reads the other field.
        code.builtinCode = max(code.builtinCode, code.deprecatedBuiltinCode)
    for graph in model.subgraphs:
        graph.operators = [op for op in graph.operators if not _widened(model, graph, op)]
    _without_halves(model)
    if not model.signatureDefs:
        _sign(model)
    builder = flatbuffers.Builder(1024)
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())
