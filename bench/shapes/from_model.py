#!/usr/bin/env python3
"""Prints a model's shape list: a line for each distinct layer, in the order of its first use.

bench/ops/layer_shape.h explains the format. Needs the ai-edge-litert wheel, whose schema it reads the file with, and
the operators' records that the build writes (build/release/opset.json; LITEVK_OPSET names another).
    from_model.py MODEL.tflite > bench/shapes/NAME.txt
"""

import collections
import json
import os
import pathlib
import sys

try:
    from ai_edge_litert import schema_py_generated as schema
except ImportError as error:
    sys.exit(f"from_model.py: {error}; install the wheel: pip install ai-edge-litert")

_OPSET = pathlib.Path(__file__).resolve().parents[2] / "build" / "release" / "opset.json"


def _forms():
    """Returns how a list describes a layer of each supported operator: "layer" in the operator's record."""
    path = pathlib.Path(os.environ.get("LITEVK_OPSET", _OPSET))
    if not path.is_file():
        sys.exit(f"from_model.py: {path} is missing; the build's target litevk_opset_json writes it")
    records = json.loads(path.read_text())
    return {name: record["layer"] for name, record in records.items() if record["layer"] is not None}


def _names(enum):
    return {value: name for name, value in vars(enum).items() if isinstance(value, int)}


_OPERATORS = _names(schema.BuiltinOperator)
_ACTIVATIONS = _names(schema.ActivationFunctionType)
_PADDINGS = _names(schema.Padding)
_INT_SIZES = {schema.TensorType.INT32: 4, schema.TensorType.INT64: 8}


def _dims(dims):
    return "x".join(str(dim) for dim in dims)


class Layers:
    """The first subgraph of a model as layers."""

    def __init__(self, data):
        self._model = schema.ModelT.InitFromPackedBuf(data)
        self._graph = self._model.subgraphs[0]
        self._forms = _forms()
        self._unpacked = set()
        for op in self._graph.operators:
            if self._gives_constants_another_form(op):
                self._unpacked.update(op.outputs)

    def lines(self):
        """Returns the layers' lines with their counts, and the operators that a list cannot describe, with
        theirs."""
        lines, left_out = collections.Counter(), collections.Counter()
        for op in self._graph.operators:
            name = self._name(op)
            if self._gives_constants_another_form(op):
                continue
            if name in self._forms:
                lines[" ".join([name, *self._words(self._forms[name], op)])] += 1
            else:
                left_out[name] += 1
        return lines, left_out

    def _gives_constants_another_form(self, op):
        """True for nodes with only constant inputs, such as DEQUANTIZE of stored weights, which run before the
        first layer."""
        return len(op.inputs) > 0 and all(self._is_constant(tensor) for tensor in op.inputs if tensor >= 0)

    def _name(self, op):
        code = self._model.operatorCodes[op.opcodeIndex]
        name = _OPERATORS[max(code.builtinCode, code.deprecatedBuiltinCode)]
        return code.customCode.decode() if name == "CUSTOM" else name

    def _shape(self, tensor):
        return list(self._graph.tensors[tensor].shape)

    def _is_constant(self, tensor):
        buffer = self._model.buffers[self._graph.tensors[tensor].buffer]
        return tensor in self._unpacked or buffer.data is not None

    def _ints(self, tensor):
        data = bytes(self._model.buffers[self._graph.tensors[tensor].buffer].data)
        size = _INT_SIZES[self._graph.tensors[tensor].type]
        return [
            int.from_bytes(data[i : i + size], "little", signed=True) for i in range(0, len(data), size)
        ]

    def _words(self, form, op):
        takes_several = form["operands"] != 1
        inputs = [t for t in op.inputs if not self._is_constant(t)] if takes_several else op.inputs[:1]
        words = ["input=" + ",".join(_dims(self._shape(tensor)) for tensor in inputs)]
        if form["operands"] == 2:
            words += ["constant=" + _dims(self._shape(t) or [1]) for t in op.inputs if self._is_constant(t)]
        if form["has_weights"]:
            words.append("filter=" + _dims(self._shape(op.inputs[1])))
        return words + self._options(form, op)

    def _options(self, form, op):
        options = op.builtinOptions
        words = []
        if form["has_window"]:
            words.append(f"filter={options.filterHeight}x{options.filterWidth}")
        for key, suffix in (("stride", ""), ("dilation", "Factor")):
            height = getattr(options, f"{key}H{suffix}", 1)
            width = getattr(options, f"{key}W{suffix}", 1)
            if (height, width) != (1, 1):
                words.append(f"{key}={height}x{width}")
        padding = _PADDINGS[getattr(options, "padding", schema.Padding.SAME)]
        if padding != "SAME":
            words.append("padding=" + padding)
        activation = _ACTIVATIONS[getattr(options, "fusedActivationFunction", 0)]
        if activation != "NONE":
            words.append("activation=" + activation)
        if form["needs_operand"]:
            words.append(f"{form['needs']}=" + ",".join(str(number) for number in self._ints(op.inputs[1])))
        elif form["needs"] == "axes":
            words.append(f"axes={options.axis}")
        return words


def shape_list(path):
    lines, left_out = Layers(path.read_bytes()).lines()
    text = [f"# {path.name}: what bench/shapes/from_model.py prints."]
    if left_out:
        others = ", ".join(f"{name} {count}" for name, count in sorted(left_out.items()))
        text.append(f"# Without {others}.")
    text += [line + (f" count={count}" if count > 1 else "") for line, count in lines.items()]
    return "\n".join(text) + "\n"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.stdout.write(shape_list(pathlib.Path(sys.argv[1])))
