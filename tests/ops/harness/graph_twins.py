"""Twins of the graph cases, for twins.py: a case's graph and copies of it that differ in one property, in one model.

The constants of fused nodes have keys of several nodes, which a single node and its twin would not test. Copies share the
inputs of the graph, and its constants unless these are changed.
"""

import copy
import dataclasses
import functools
import importlib
import pathlib
import sys

import numpy as np
from ai_edge_litert import schema_py_generated as schema

import case_writer
import graph_builder
import reference_kernels
import tolerance
import twin_changes
from model_builder import ModelBuilder

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "cases" / "graphs"
sys.path.append(str(FOLDER.parent))
_MOST_OPERATORS = 25
_BYTES = {schema.TensorType.INT8: (-128, 127), schema.TensorType.UINT8: (0, 255)}
_INTEGERS = (schema.TensorType.INT32, schema.TensorType.INT64)
_DTYPES = {schema.TensorType.FLOAT32: np.float32, schema.TensorType.INT8: np.int8, schema.TensorType.UINT8: np.uint8,
           schema.TensorType.INT16: np.int16, schema.TensorType.INT32: np.int32}


@dataclasses.dataclass
class GraphTwin:
    """`edit(table)` makes the one change in the model's tables."""

    case: graph_builder.GraphCase
    change: str
    edit: object
    oracle: str = "reference"
    invokes: int = 1

    def __str__(self):
        return f"graphs/{self.case.name}, {self.change}"

    def built(self):
        builder = ModelBuilder()
        self.case.build(builder)
        self.edit(builder.table)
        return builder

    def bound(self):
        return tolerance.of_graph(case_writer.operators_of(self.built()), self.case.depth)

    @staticmethod
    def together(twins):
        """One model of the graphs, the values of its inputs, and the numbers of outputs and operators of each."""
        base = twins[0].built()
        main = base.table.subgraphs[0]
        inputs, counts = _values_of(twins[0].case, base), [(len(main.outputs), len(main.operators))]
        for twin in twins[1:]:
            other = twin.built()
            inputs += _append(base, other, inputs)
            counts.append((len(other.table.subgraphs[0].outputs), len(other.table.subgraphs[0].operators)))
        return base, inputs, counts


def _values_of(case, builder):
    details = reference_kernels.input_details(builder.serialize())
    return [case_writer.graph_value(case, 0, position, detail, detail["shape"].tolist()) for position, detail in enumerate(details)]


def _append(base, other, values):
    """Adds the other graph to the model and returns the values of its own inputs."""
    main, graph = base.table.subgraphs[0], other.table.subgraphs[0]
    known = len(graph.tensors)  # number of tensors of the first graph, with which both graphs begin
    index, own = {-1: -1}, []
    for number, tensor in enumerate(graph.tensors):
        is_fed = number in graph.inputs
        if (is_fed or tensor.buffer) and _is_same(base.table, main.tensors[number], other.table, tensor):
            index[number] = number
            continue
        added = copy.copy(tensor)
        added.name = f"{tensor.name}_{len(main.tensors)}"
        added.buffer = base.add_buffer(bytes(other.table.buffers[tensor.buffer].data)) if tensor.buffer else 0
        main.tensors.append(added)
        index[number] = len(main.tensors) - 1
    for position, number in enumerate(graph.inputs):
        if index[number] >= known:
            main.inputs.append(index[number])
            own.append(values[position])
    for operator in graph.operators:
        operator.inputs = [index[number] for number in operator.inputs]
        operator.outputs = [index[number] for number in operator.outputs]
        main.operators.append(operator)
    main.outputs += [index[number] for number in graph.outputs]
    return own


def _is_same(table, tensor, other_table, other):
    content = [bytes(t.buffers[each.buffer].data) if each.buffer else b"" for t, each in ((table, tensor), (other_table, other))]
    return content[0] == content[1] and _parameters(tensor) == _parameters(other)


def _parameters(tensor):
    quantization = tensor.quantization
    return quantization and (list(quantization.scale), list(quantization.zeroPoint), quantization.quantizedDimension)


@functools.cache
def cases():
    """The graphs of one subgraph that keep no states, by name."""
    for path in sorted(FOLDER.glob("*.py")):
        importlib.import_module(f"graphs.{path.stem}")
    return {name: case for name, case in graph_builder.REGISTRY.items() if case.runs_on == "gpu" and _is_taken(case)}


def _is_taken(case):
    builder = ModelBuilder()
    case.build(builder)
    main = builder.table.subgraphs[0]
    in_blocks = any(tensor.quantization is not None and tensor.quantization.details is not None for tensor in main.tensors)
    is_odd = case.start or case.keep_shapes or in_blocks or len(builder.table.subgraphs) > 1
    return not is_odd and len(main.operators) <= _MOST_OPERATORS and not any(tensor.isVariable for tensor in main.tensors)


def twins_of(case):
    """The case's graph, and copies that differ from it in one property."""
    builder = ModelBuilder()
    case.build(builder)
    main = builder.table.subgraphs[0]
    yield GraphTwin(case, "as it is", lambda table: None)
    for number, tensor in enumerate(main.tensors):
        for change, edit in _tensor_changes(tensor):
            yield GraphTwin(case, f"tensor {number} {change}", _of_tensor(number, edit))
    for number, operator in enumerate(main.operators):
        for field, value in vars(operator.builtinOptions).items() if operator.builtinOptions else ():
            for other in _other_values(field, value):
                yield GraphTwin(case, f"operator {number} {field} {other}", _of_option(number, field, other))


def _of_tensor(number, edit):
    return lambda table: edit(table, table.subgraphs[0].tensors[number])


def _of_option(number, field, value):
    return lambda table: setattr(table.subgraphs[0].operators[number].builtinOptions, field, value)


def _other_values(field, value):
    if field == "fusedActivationFunction":
        return [other for other in (0, 1, 3) if other != value]
    return twin_changes.other_plain_values(value) if isinstance(value, (bool, float)) else []


def _tensor_changes(tensor):
    """(change, edit) of a scale, a zero point, and an element of a constant that is no size or axis."""
    quantization = tensor.quantization
    is_scaled = quantization is not None and quantization.scale is not None and len(quantization.scale) > 0
    if is_scaled:
        yield "scale times 1.37", lambda table, tensor: _set_first(tensor.quantization.scale, 1.37)
        if tensor.type in _BYTES:
            yield "zero point plus 1", _move_zero_point
    if tensor.buffer and tensor.type in _DTYPES and (is_scaled or tensor.type not in _INTEGERS):
        yield "an element", _change_element


def _set_first(scales, factor):
    scales[0] *= factor


def _move_zero_point(table, tensor):
    low, high = _BYTES[tensor.type]
    tensor.quantization.zeroPoint[0] = low + (tensor.quantization.zeroPoint[0] - low + 1) % (high - low + 1)


def _change_element(table, tensor):
    buffer = table.buffers[tensor.buffer]
    values = np.frombuffer(bytes(buffer.data), _DTYPES[tensor.type]).copy()
    if values.size:
        values[0] = values[0] + 1.5 if values.dtype.kind == "f" else values[0] ^ values.dtype.type(37)
    buffer.data = np.frombuffer(values.tobytes(), np.uint8)
