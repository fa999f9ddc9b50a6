"""Runs models with custom operators for which the interpreter has no reference kernels. Functions of custom_oracle.py compute
these operators, and the interpreter's own kernels the nodes in between."""

import copy

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema

import custom_oracle

_TYPES = {schema.TensorType.FLOAT32: np.float32, schema.TensorType.INT32: np.int32, schema.TensorType.INT64: np.int64}


def is_needed(model_bytes):
    return any(name.encode() in model_bytes for name in custom_oracle.NAMES)


def _table(model_bytes):
    return schema.ModelT.InitFromPackedBuf(model_bytes, 0)


def _custom_names(table):
    return [(code.customCode or b"").decode() for code in table.operatorCodes]


class Composition:
    """The primary subgraph of a model, cut at the custom operators. `interpreter` makes an interpreter of a model's bytes."""

    def __init__(self, model_bytes, interpreter):
        self._interpreter = interpreter
        self._table = _table(model_bytes)
        self._graph = self._table.subgraphs[0]
        self._names = _custom_names(self._table)
        self._constants = {i: self._constant(t) for i, t in enumerate(self._graph.tensors) if self._has_data(t)}
        self._steps = [self._custom(steps[0]) if is_custom else self._segment(steps) for is_custom, steps in self._runs()]
        self.values = {}  # values of the last run that steps pass on, keyed by the tensor's index
        self.shapes = {}  # shapes of every tensor that the last run computed

    def get_input_details(self):
        tensors = [self._graph.tensors[i] for i in self._graph.inputs]
        return [{"shape": np.array(t.shape), "dtype": np.dtype(_TYPES[t.type])} for t in tensors]

    def run(self, inputs):
        self.values = {**self._constants, **dict(zip(self._graph.inputs, inputs))}
        self.shapes = {}
        for step in self._steps:
            step()
        return [self.values[i] for i in self._graph.outputs]

    def _runs(self):
        """Runs of operators in order, as (is_custom, operators): one custom operator, or all others up to the next one."""
        runs = []
        for operator in self._graph.operators:
            is_custom = custom_oracle.knows(self._names[operator.opcodeIndex])
            if is_custom or not runs or runs[-1][0]:
                runs.append((is_custom, []))
            runs[-1][1].append(operator)
        return runs

    def _has_data(self, tensor):
        data = self._table.buffers[tensor.buffer].data
        return tensor.buffer > 0 and data is not None and tensor.type in _TYPES and tensor.sparsity is None

    def _constant(self, tensor):
        data = np.asarray(self._table.buffers[tensor.buffer].data, np.uint8)
        return data.view(_TYPES[tensor.type]).reshape(tensor.shape)

    def _custom(self, operator):
        name = self._names[operator.opcodeIndex]
        options = bytes(np.asarray([] if operator.customOptions is None else operator.customOptions, np.uint8))
        stated = [int(dim) for dim in self._graph.tensors[operator.outputs[0]].shape]

        def run():
            inputs = [self.values[i] for i in operator.inputs]
            for index, values in zip(operator.outputs, custom_oracle.outputs(name, inputs, options, stated)):
                self.values[index], self.shapes[index] = values, values.shape

        return run

    def _segment(self, operators):
        made = [i for operator in operators for i in operator.outputs]
        read = {i for operator in operators for i in operator.inputs if i >= 0}
        others = [op for op in self._graph.operators if all(op is not own for own in operators)]
        wanted = {i for operator in others for i in operator.inputs} | set(self._graph.outputs)
        inputs = sorted(i for i in read if i not in made and (i in self._graph.inputs or i not in self._stored()))
        outputs = [i for i in made if i in wanted]
        model = self._model_of(operators, inputs, outputs)

        def run():
            interpreter = self._interpreter(model)
            for detail, index in zip(interpreter.get_input_details(), inputs):
                interpreter.resize_tensor_input(detail["index"], self.values[index].shape)
            interpreter.allocate_tensors()
            for detail, index in zip(interpreter.get_input_details(), inputs):
                interpreter.set_tensor(detail["index"], self.values[index])
            interpreter.invoke()
            for detail, index in zip(interpreter.get_output_details(), outputs):
                self.values[index] = interpreter.get_tensor(detail["index"])
            details = {detail["index"]: detail["shape"] for detail in interpreter.get_tensor_details()}
            self.shapes.update({index: tuple(details[index]) for index in made if index in details})

        return run

    def _stored(self):
        """Indices of the tensors with data, of any type."""
        tensors = enumerate(self._graph.tensors)
        return {i for i, t in tensors if t.buffer > 0 and self._table.buffers[t.buffer].data is not None}

    def _model_of(self, operators, inputs, outputs):
        table, graph = copy.copy(self._table), copy.copy(self._graph)
        graph.operators, graph.inputs, graph.outputs = operators, inputs, outputs
        table.subgraphs, table.signatureDefs, table.metadata = [graph], [], []
        used = sorted({operator.opcodeIndex for operator in operators})
        table.operatorCodes = [self._table.operatorCodes[i] for i in used]
        graph.operators = [_with_code(operator, used.index(operator.opcodeIndex)) for operator in operators]
        builder = flatbuffers.Builder(1024)
        builder.Finish(table.Pack(builder), b"TFL3")
        return bytes(builder.Output())


def _with_code(operator, index):
    copied = copy.copy(operator)
    copied.opcodeIndex = index
    return copied


def infer_shapes(builder, interpreter):
    """Gives every tensor of the primary subgraph the dims that it has in a run."""
    composition = Composition(builder.serialize(), interpreter)
    composition.run([np.zeros(detail["shape"], detail["dtype"]) for detail in composition.get_input_details()])
    for index, shape in composition.shapes.items():
        builder.table.subgraphs[0].tensors[index].shape = [int(dim) for dim in shape]
