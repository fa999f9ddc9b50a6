"""Adds a QUANTIZE behind computed floats of a model, whose integers a dispatch may store in place of the floats."""

import numpy as np
from ai_edge_litert import schema_py_generated as schema
from model_builder import ModelBuilder

TYPES = {"int8": schema.TensorType.INT8, "uint8": schema.TensorType.UINT8}
_ZERO_POINTS = {"int8": 3, "uint8": 131}


def has_whole_words(values):
    """True if the values are floats that a dispatch may store as whole words of quantized integers."""
    return values.dtype == np.float32 and values.ndim > 0 and values.size > 0 and values.shape[-1] % 4 == 0


def with_quantized(model, output, dtype, values, keeps_floats):
    """Returns the model with a QUANTIZE of `output` as its first output. The integers' range exceeds most of `values`, which
    the output has in a run. With `keeps_floats` the model returns the floats too, so that QUANTIZE is a separate dispatch.
    """
    builder = ModelBuilder()
    builder.table = schema.ModelT.InitFromPackedBuf(bytearray(model), 0)
    builder.table.signatureDefs = []
    graph = builder.table.subgraphs[0]
    tensor = graph.outputs[output]
    integers = schema.TensorT()
    integers.name, integers.shape, integers.type = b"numbers", list(values.shape), TYPES[dtype]
    integers.buffer, integers.hasRank = 0, True
    integers.quantization = schema.QuantizationParametersT()
    integers.quantization.scale = [_largest(values) / 100]
    integers.quantization.zeroPoint = [_ZERO_POINTS[dtype]]
    graph.tensors.append(integers)
    node = schema.OperatorT()
    node.opcodeIndex = builder.operator_code("QUANTIZE", 1)
    node.inputs, node.outputs = [tensor], [len(graph.tensors) - 1]
    graph.operators.append(node)
    others = [output for output in graph.outputs if output != tensor]
    graph.outputs = [*node.outputs, *others, *([tensor] if keeps_floats else [])]
    return builder.serialize()


def _largest(values):
    finite = values[np.isfinite(values) & (np.abs(values) < 1e30)]
    return float(np.abs(finite).max(initial=1e-3))
