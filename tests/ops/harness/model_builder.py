"""Builds .tflite models with the schema that the ai-edge-litert wheel carries."""

import dataclasses

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema
from flatbuffers import flexbuffers

import opset
import sparse_tensor

_TYPE_NAMES = (
    "float32 float16 float64 int8 uint8 int16 uint16 int32 uint32 int64 uint64 bool string resource"
    " complex64 complex128 bfloat16 int4 int2 uint4"
).split()
_PACKED_BITS = {"int2": 2, "int4": 4, "uint4": 4}
_TYPES = {name: getattr(schema.TensorType, name.upper()) for name in _TYPE_NAMES}

# Options tables of operators whose record names none: the table, if there is one, is named after the operator.
_OPTIONS_BY_KEY = {
    name.removesuffix("OptionsT").lower(): name.removesuffix("T")
    for name in vars(schema)
    if name.endswith("OptionsT")
}
_ENUM_FIELDS = {
    "padding": schema.Padding,
    "fusedActivationFunction": schema.ActivationFunctionType,
    "mode": schema.MirrorPadMode,
    "type": schema.LSHProjectionType,
    "combiner": schema.CombinerType,
    "kernelType": schema.LSTMKernelType,
    "outputType": schema.TensorType,
    "outType": schema.TensorType,
    "inDataType": schema.TensorType,
    "outDataType": schema.TensorType,
    "algorithm": schema.RngAlgorithm,
    "idxOutType": schema.TensorType,
    "keyDtype": schema.TensorType,
    "valueDtype": schema.TensorType,
    "quantizedBiasType": schema.TensorType,
    "reduceFunction": schema.ReduceWindowFunction,
    "weightsFormat": schema.FullyConnectedOptionsWeightsFormat,
}


@dataclasses.dataclass
class Subgraph:
    """One subgraph under construction. Tensors are named by the index that `tensor` returns."""

    model: "ModelBuilder"
    name: str

    def __post_init__(self):
        self.table = schema.SubGraphT()
        self.table.name = self.name
        self.table.tensors, self.table.operators = [], []
        self.table.inputs, self.table.outputs = [], []

    def tensor(
        self,
        shape,
        dtype="float32",
        values=None,
        name=None,
        sparse=None,
        quantization=None,
        variable=False,
        signature=None,
    ):
        """Adds a tensor; `values` (an array) makes it a constant, `signature` has -1 for each open dim."""
        tensor = schema.TensorT()
        tensor.name = name or f"{self.name}_t{len(self.table.tensors)}"
        tensor.shape, tensor.type = list(shape), _TYPES[dtype]
        tensor.hasRank, tensor.isVariable = True, variable
        tensor.shapeSignature = None if signature is None else list(signature)
        if sparse is not None:
            tensor.sparsity, values = sparse_tensor.encode(values, sparse)
        if quantization is not None and "block_size" in quantization:
            scales = self.constant(quantization["scale"], "float16")
            tensor.quantization = _quantization_in_blocks(quantization["block_size"], scales)
        elif quantization is not None:
            tensor.quantization = _quantization(quantization)
        tensor.buffer = 0 if values is None else self.model.add_buffer(bytes_of(values, dtype))
        self.table.tensors.append(tensor)
        return len(self.table.tensors) - 1

    def input(self, shape, dtype="float32", **kwargs):
        index = self.tensor(shape, dtype, **kwargs)
        self.table.inputs.append(index)
        return index

    def constant(self, values, dtype="float32", **kwargs):
        values = np.asarray(values, dtype=None if dtype == "string" or dtype in _PACKED_BITS else dtype)
        return self.tensor(values.shape, dtype, values=values, **kwargs)

    def op(self, op_name, inputs, outputs, version=1, custom_options=None, intermediates=(), **params):
        """Adds a node. `params` are fields of the operator's options table, enumerators by name. `custom_options` are those of
        a custom operator, in the form of a case (README.md). `intermediates` are tensors with the scales of inner values."""
        operator = schema.OperatorT()
        operator.opcodeIndex = self.model.operator_code(op_name, version)
        operator.inputs = [-1 if i is None else i for i in inputs]
        operator.outputs = list(outputs)
        if intermediates:
            operator.intermediates = list(intermediates)
        if custom_options is not None:
            operator.customOptions = np.frombuffer(_custom_bytes(**custom_options), np.uint8)
        _set_options(operator, op_name, params)
        self.table.operators.append(operator)
        return outputs[0] if outputs else None

    def node(self, op_name, inputs, out_shape=(), version=1, dtype="float32", **params):
        """Adds a node with one new output and returns the output's index."""
        return self.op(op_name, inputs, [self.tensor(out_shape, dtype)], version, **params)

    def outputs(self, *indices):
        """Adds outputs to the subgraph."""
        self.table.outputs = [*(self.table.outputs or []), *indices]


class ModelBuilder:
    """A model under construction. Subgraph 0 is the primary one."""

    def __init__(self):
        self.table = schema.ModelT()
        self.table.version = 3
        self.table.description = "litevk test model"
        self.table.operatorCodes, self.table.subgraphs = [], []
        self.table.buffers = [schema.BufferT()]
        self.table.signatureDefs = []
        self.file = None

    def read(self, file):
        """Takes the model from a file's bytes, which `serialize` returns unchanged."""
        self.table, self.file = schema.ModelT.InitFromPackedBuf(file, 0), file

    def subgraph(self, name="main"):
        graph = Subgraph(self, name)
        self.table.subgraphs.append(graph.table)
        return graph

    def add_buffer(self, content):
        buffer = schema.BufferT()
        buffer.data = np.frombuffer(content, dtype=np.uint8)
        self.table.buffers.append(buffer)
        return len(self.table.buffers) - 1

    def operator_code(self, op_name, version):
        if opset.records().get(op_name, {}).get("is_custom"):
            op_name = f"CUSTOM:{op_name}"
        code = getattr(schema.BuiltinOperator, op_name.split(":")[0])
        custom = op_name.split(":")[1] if ":" in op_name else None
        for index, known in enumerate(self.table.operatorCodes):
            if (known.builtinCode, known.version, known.customCode) == (code, version, custom):
                return index
        entry = schema.OperatorCodeT()
        entry.builtinCode, entry.deprecatedBuiltinCode = code, min(code, 127)
        entry.version, entry.customCode = version, custom
        self.table.operatorCodes.append(entry)
        return len(self.table.operatorCodes) - 1

    def signature(self, key, subgraph_index):
        """Declares a signature whose argument names are x0, x1.. and y0, y1.."""
        graph = self.table.subgraphs[subgraph_index]
        signature = schema.SignatureDefT()
        signature.signatureKey, signature.subgraphIndex = key, subgraph_index
        signature.inputs = [_tensor_map(f"x{i}", t) for i, t in enumerate(graph.inputs)]
        signature.outputs = [_tensor_map(f"y{i}", t) for i, t in enumerate(graph.outputs)]
        self.table.signatureDefs.append(signature)

    def serialize(self):
        if self.file is not None:
            return self.file
        builder = flatbuffers.Builder(1024)
        builder.Finish(self.table.Pack(builder), b"TFL3")
        return bytes(builder.Output())


def _custom_bytes(int32=None, flexbuffer=None, hexadecimal=None):
    """The bytes of custom options: the integers of a struct, a map of names and values, or any bytes."""
    if int32 is not None:
        return np.array(int32, np.int32).tobytes()
    if hexadecimal is not None:
        return bytes.fromhex(hexadecimal)
    builder = flexbuffers.Builder()
    with builder.Map():
        for key, value in flexbuffer.items():
            if isinstance(value, list):
                builder.TypedVectorFromElements(key, value) if value else builder.Null(key)
            else:
                builder.Add(key, value)
    return bytes(builder.Finish())


def _tensor_map(name, index):
    entry = schema.TensorMapT()
    entry.name, entry.tensorIndex = name, index
    return entry


def bytes_of(values, dtype):
    """The bytes of a model's buffer: the elements, strings in TFLite's packed form, or several integers in a byte."""
    if dtype in _PACKED_BITS:
        return _packed(np.ravel(values), _PACKED_BITS[dtype])
    if dtype != "string":
        return np.asarray(values, dtype=dtype).tobytes()
    texts = [t if isinstance(t, bytes) else str(t).encode() for t in np.ravel(values)]
    offsets = np.cumsum([4 * (len(texts) + 2), *map(len, texts)])
    return np.array([len(texts), *offsets], dtype=np.int32).tobytes() + b"".join(texts)


def _packed(values, bits):
    """Packs several integers into each byte, the first one in the lowest bits."""
    count = 8 // bits
    rows = np.pad(values.astype(np.uint8), (0, -len(values) % count)).reshape(-1, count) & (2**bits - 1)
    return np.bitwise_or.reduce(rows << (np.arange(count) * bits).astype(np.uint8), axis=1).astype(np.uint8).tobytes()


def _quantization(parameters):
    """A quantization table. `scale` and `zero_point` are numbers, or lists with a value for each slice along `axis`."""
    table = schema.QuantizationParametersT()
    table.scale = [float(v) for v in np.atleast_1d(parameters["scale"])]
    table.zeroPoint = [int(v) for v in np.atleast_1d(parameters["zero_point"])]
    table.quantizedDimension = parameters.get("axis", 0)
    return table


def _quantization_in_blocks(block_size, scales):
    """A quantization table in blocks. `scales` is the tensor that has a scale for each block, row after row."""
    table = schema.QuantizationParametersT()
    table.detailsType = schema.QuantizationDetails.BlockwiseQuantization
    table.details = schema.BlockwiseQuantizationT()
    table.details.scales, table.details.zeroPoints, table.details.blockSize = scales, -1, block_size
    return table


def options_name(op_name):
    """Name of the operator's options table; None if it has none."""
    known = opset.records().get(op_name, {}).get("options")
    return known or _OPTIONS_BY_KEY.get(op_name.replace("_", "").lower())


def enumerators_of(field):
    """The values of an options field's enumerators, keyed by name; None if the field is no enum."""
    table = _ENUM_FIELDS.get(field)
    return None if table is None else {name: value for name, value in vars(table).items() if not name.startswith("_")}


def _set_options(operator, op_name, params):
    name = options_name(op_name)
    if name is None:
        assert not params, f"{op_name} has no options"
        return
    options = getattr(schema, name + "T")()
    for field, value in params.items():
        assert hasattr(options, field), f"{name} has no field {field}"
        if field in _ENUM_FIELDS and isinstance(value, str):
            value = getattr(_ENUM_FIELDS[field], value)
        setattr(options, field, value)
    if hasattr(schema.BuiltinOptions, name):
        operator.builtinOptionsType = getattr(schema.BuiltinOptions, name)
        operator.builtinOptions = options
    else:
        operator.builtinOptions2Type = getattr(schema.BuiltinOptions2, name)
        operator.builtinOptions2 = options
