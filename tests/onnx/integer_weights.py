"""Converts a model of floats with integer weights to one with the weights as floats."""

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema

DTYPES = {schema.TensorType.INT8: np.int8, schema.TensorType.UINT8: np.uint8, schema.TensorType.INT4: np.uint8}


def _numbers(tensor, data):
    """The elements of a constant. A byte holds two elements of int4, the first one in the lower bits."""
    integers = np.frombuffer(data, DTYPES[tensor.type]).astype(np.int32)
    if tensor.type == schema.TensorType.INT4:
        integers = np.stack([integers & 15, integers >> 4], axis=1).reshape(-1)
        integers = np.where(integers > 7, integers - 16, integers)
    return integers[:int(np.prod(tensor.shape))].reshape(tensor.shape)


def _as_floats(model, tensor):
    """Dequantizes a quantized constant."""
    quantization, data = tensor.quantization, model.buffers[tensor.buffer].data
    if tensor.type not in DTYPES or data is None or quantization is None or quantization.scale is None:
        return
    dims = [1] * len(tensor.shape)
    if len(quantization.scale) > 1:
        dims[quantization.quantizedDimension] = -1
    scale, zero = (np.asarray(part).reshape(dims) for part in (quantization.scale, quantization.zeroPoint))
    floats = (scale.astype(np.float32) * (_numbers(tensor, bytes(data)) - zero)).astype(np.float32)
    model.buffers.append(schema.BufferT())
    model.buffers[-1].data = np.frombuffer(floats.tobytes(), np.uint8)
    tensor.buffer, tensor.type, tensor.quantization = len(model.buffers) - 1, schema.TensorType.FLOAT32, None


def _read_in(model, content):
    """Reads buffers that lie behind the table, because their offsets would become invalid."""
    for buffer in model.buffers:
        if buffer.offset > 1:
            buffer.data = np.frombuffer(content[buffer.offset:buffer.offset + buffer.size], np.uint8)
        buffer.offset = buffer.size = 0


def with_float_weights(content):
    model = schema.ModelT.InitFromPackedBuf(content, 0)
    _read_in(model, content)
    for tensor in (tensor for graph in model.subgraphs for tensor in graph.tensors):
        _as_floats(model, tensor)
    builder = flatbuffers.Builder(1024)
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())
