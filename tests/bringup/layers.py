"""Writes the layers of a convolutional network, for peers that cannot read .tflite files.

    python layers.py MODEL.tflite LAYERS.json

Runs in an environment that has ai-edge-litert, whose schema it uses. Weights are not copied: the file names them by
their tensors in the model. If an operator has no translation, nothing is written, a message names the operator, and
the exit status is 1. The translations are in tests/bringup/operators.py.
"""

import argparse
import json
import pathlib
import sys

import numpy as np
from ai_edge_litert import schema_py_generated as schema

import operators
from operators import NotCovered

_OPERATOR_NAMES = {code: name for name, code in vars(schema.BuiltinOperator).items() if name.isupper()}
_STORED_TYPES = {schema.TensorType.FLOAT32: "<f4", schema.TensorType.FLOAT16: "<f2", schema.TensorType.INT32: "<i4"}
_FLOATS = (schema.TensorType.FLOAT32, schema.TensorType.FLOAT16)


class Graph:
    """The main subgraph of a model, with the queries that the translation of an operator needs."""

    def __init__(self, content):
        self._model = schema.ModelT.InitFromObj(schema.Model.GetRootAs(content))
        self.main = self._model.subgraphs[0]
        self._stored = {}

    def name(self, operator):
        """The operator's name; for a custom one its code."""
        entry = self._model.operatorCodes[operator.opcodeIndex]
        name = _OPERATOR_NAMES[max(entry.builtinCode, entry.deprecatedBuiltinCode)]
        return f"CUSTOM:{entry.customCode.decode()}" if name == "CUSTOM" else name

    def shape(self, index):
        dims = self.main.tensors[index].shape
        return [int(dim) for dim in dims] if dims is not None else []

    def is_float(self, index):
        return self.main.tensors[index].type in _FLOATS

    def is_constant(self, index):
        data = self._model.buffers[self.main.tensors[index].buffer].data
        return data is not None and len(data) > 0

    def values(self, index):
        """The elements of a constant, such as the axes of a reduction."""
        if not self.is_constant(index):
            raise NotCovered("takes from another node what is constant elsewhere")
        tensor = self.main.tensors[index]
        raw = np.asarray(self._model.buffers[tensor.buffer].data, np.uint8).tobytes()
        return np.frombuffer(raw, _STORED_TYPES[tensor.type]).reshape(self.shape(index))

    def unpack(self, operator):
        """Records a DEQUANTIZE of a constant stored as float16. Returns False if the operator is anything else."""
        source = operator.inputs[0] if self.name(operator) == "DEQUANTIZE" else None
        if source is None or not (self.is_constant(source) and self.is_float(source)):
            return False
        self._stored[operator.outputs[0]] = source
        return True

    def resolve(self, index):
        """The index of the stored constant if a DEQUANTIZE makes this tensor, else the tensor's own index."""
        return int(self._stored.get(index, index))


def _needed(graph):
    """The operators on which the outputs depend, in execution order, without those that only compute a RESHAPE's shape."""
    wanted, kept = {int(index) for index in graph.main.outputs}, []
    for operator in reversed(graph.main.operators):
        if wanted.isdisjoint(map(int, operator.outputs)):
            continue
        kept.append(operator)
        reads = operator.inputs[:1] if graph.name(operator) == "RESHAPE" else operator.inputs
        wanted.update(int(index) for index in reads if index >= 0)
    return kept[::-1]


def _layer(graph, operator):
    inputs = [graph.resolve(index) for index in operator.inputs if index >= 0]
    outputs = [int(index) for index in operator.outputs]
    if not all(graph.is_float(index) for index in [inputs[0], *outputs]):
        raise NotCovered("does not compute in floats")
    name, operands, options = operators.translate(graph, graph.name(operator), operator, inputs)
    return {"op": name, "inputs": operands, "outputs": outputs, "options": options}


def _layers(graph):
    layers = []
    for operator in _needed(graph):
        if graph.unpack(operator):
            continue
        try:
            layers.append(_layer(graph, operator))
        except NotCovered as reason:
            raise NotCovered(f"{graph.name(operator)} {reason}") from None
    return layers


def document_of(content):
    """The document of layers for a model's bytes. Raises NotCovered if an operator has no translation."""
    graph = Graph(content)
    layers = operators.join_pads(_layers(graph), [int(index) for index in graph.main.outputs])
    used = {index for layer in layers for index in [*layer["inputs"], *layer["outputs"]]}
    return {
        "inputs": [int(index) for index in graph.main.inputs],
        "outputs": [int(index) for index in graph.main.outputs],
        "constants": sorted(index for index in used if graph.is_constant(index)),
        "shapes": {str(index): graph.shape(index) for index in sorted(used)},
        "layers": layers,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("layers", type=pathlib.Path, help="the file to write")
    args = parser.parse_args()
    try:
        document = document_of(args.model.read_bytes())
    except NotCovered as reason:
        print(f"{args.model.name}: {reason}", file=sys.stderr)
        return 1
    args.layers.write_text(json.dumps(document) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
