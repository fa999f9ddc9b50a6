"""Writes every case as a model with inputs and golden outputs, for test_ops.py to run anywhere.

Run in an environment that has ai-edge-litert: python generate.py --out build/release/op_cases
The goldens are the outputs of the interpreter's own reference kernels (BUILTIN_REF), or, for the few
operator versions that those lack, of its optimized kernels; no delegate takes part in either.
"""

import argparse
import importlib
import json
import pathlib
import shutil

import numpy as np
from ai_edge_litert import schema_py_generated as schema
from ai_edge_litert.interpreter import Interpreter, OpResolverType

import case_files
import graph_builder
import tolerance
from model_builder import ModelBuilder

GRAPH_MODULES = ("control_flow", "edges", "elementwise", "fusion")
_OPERATOR_NAMES = {v: k for k, v in vars(schema.BuiltinOperator).items() if not k.startswith("_")}


def reference_interpreter(model_bytes):
    try:
        return Interpreter(
            model_content=model_bytes, experimental_op_resolver_type=OpResolverType.BUILTIN_REF
        )
    except ValueError:  # "Didn't find op for builtin opcode 'STRIDED_SLICE' version '6'"
        resolver = OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES
        return Interpreter(model_content=model_bytes, experimental_op_resolver_type=resolver)


def with_inferred_shapes(builder):
    """The model with the tensor shapes that the interpreter finds, as a converter writes them."""
    interpreter = reference_interpreter(builder.serialize())
    interpreter.allocate_tensors()
    for index, subgraph in enumerate(builder.table.subgraphs):
        for detail in interpreter.get_tensor_details(subgraph_index=index):
            if detail["index"] < len(subgraph.tensors):
                subgraph.tensors[detail["index"]].shape = detail["shape"].tolist()
    return builder.serialize()


def run_reference(model_bytes, input_sets):
    """Outputs of the reference kernels for each set of inputs, resizing where shapes differ."""
    interpreter = reference_interpreter(model_bytes)
    results = []
    for inputs in input_sets:
        for detail, values in zip(interpreter.get_input_details(), inputs):
            interpreter.resize_tensor_input(detail["index"], values.shape)
        interpreter.allocate_tensors()
        for detail, values in zip(interpreter.get_input_details(), inputs):
            interpreter.set_tensor(detail["index"], values)
        interpreter.invoke()
        results.append([interpreter.get_tensor(d["index"]) for d in interpreter.get_output_details()])
    return results


def computed_outputs(builder):
    """For each output of the primary subgraph, whether a run writes it: it depends on an input."""
    graph = builder.table.subgraphs[0]
    live = set()
    for operator in graph.operators:
        if (live | set(graph.inputs)) & set(operator.inputs):
            live |= set(operator.outputs)
    return [index in live for index in graph.outputs]


def operators_of(builder):
    graph = builder.table.subgraphs[0]
    codes = builder.table.operatorCodes
    return [_OPERATOR_NAMES[codes[op.opcodeIndex].builtinCode] for op in graph.operators]


class Writer:
    """Collects the index beside the model and array files."""

    def __init__(self, folder):
        self.folder = folder
        self.index = []

    def add(self, name, builder, model, input_sets, tolerances, expect):
        outputs = run_reference(model, input_sets)
        base = self.folder / name
        base.parent.mkdir(parents=True, exist_ok=True)
        base.with_suffix(".tflite").write_bytes(model)
        arrays = {}
        for run, (ins, outs) in enumerate(zip(input_sets, outputs)):
            arrays.update({f"run{run}_in{i}": values for i, values in enumerate(ins)})
            arrays.update({f"run{run}_out{i}": values for i, values in enumerate(outs)})
        np.savez_compressed(base.with_suffix(".npz"), **arrays)
        self.index.append(
            {
                "name": name,
                "operators": operators_of(builder),
                "runs": len(input_sets),
                "tolerances": tolerances,
                "computed_outputs": computed_outputs(builder),
                **expect,
            }
        )

    def finish(self):
        (self.folder / "index.json").write_text(json.dumps(self.index, indent=1))


def write_op_case(writer, stem, op, case):
    builder, runtime = _op_model(op, case, stem)
    shape_sets = [[entry["shape"] for _, entry in runtime], *case["resize"]]
    input_sets, tolerances = [], []
    for run, shapes in enumerate(shape_sets):
        values = [*_input_values(stem, case), None]
        for (position, entry), shape in zip(runtime, shapes):
            values[position] = case_files.values_of(entry, shape, f"{stem}/{case['name']}/{position}/{run}")
        input_sets.append([values[position] for position, _ in runtime])
        tolerances.append(tolerance.of_case(op, values, case["params"]))
    expect = {
        "rejected": None if case["expect"] == "delegated" else case["expect"],
        "partitions": 1,
        "on_cpu": [],
    }
    if expect["rejected"]:
        expect.update(on_cpu=[op], partitions=0)
    writer.add(
        f"{stem}/{case['name']}", builder, with_inferred_shapes(builder), input_sets, tolerances, expect
    )


def _input_values(stem, case):
    """Values at the model's own shapes, None for absent inputs."""
    name = f"{stem}/{case['name']}"
    return [
        None if entry is None else case_files.values_of(entry, entry["shape"], f"{name}/{position}/0")
        for position, entry in enumerate(case["inputs"])
    ]


def _op_model(op, case, stem):
    builder = ModelBuilder()
    graph = builder.subgraph()
    indices, runtime = [], []
    for position, (entry, values) in enumerate(zip(case["inputs"], _input_values(stem, case))):
        if entry is None:
            indices.append(None)
        elif entry["constant"]:
            indices.append(graph.tensor(entry["shape"], entry["type"], values, sparse=entry.get("sparse")))
        else:
            quantization = entry.get("quantization")
            indices.append(graph.input(entry["shape"], entry["type"], quantization=quantization))
            runtime.append((position, entry))
    dtype = case["inputs"][0]["type"] if op == "DENSIFY" else "float32"
    result = graph.node(op, indices, version=case["version"], dtype=dtype, **case["params"])
    if not runtime:
        result, entry = _read_constant(graph, result, dtype, case["inputs"][0]["shape"])
        runtime.append((len(indices), entry))
    graph.outputs(result)
    return builder, runtime


def _read_constant(graph, constant, dtype, shape):
    """Gives the result of constants alone a reader: a maximum with values below every one of it."""
    if dtype == "float16":
        constant = graph.node("DEQUANTIZE", [constant], version=3)
    lowest = {"shape": shape, "type": "float32", "range": [-70000.0, -70000.0]}
    return graph.node("MAXIMUM", [constant, graph.input(shape)]), lowest


def write_graph_case(writer, case):
    builder = ModelBuilder()
    case.build(builder)
    model = builder.serialize() if case.keep_shapes else with_inferred_shapes(builder)
    details = reference_interpreter(model).get_input_details()
    shape_sets = [[d["shape"].tolist() for d in details], *case.resize]
    input_sets = [
        [_graph_value(case, run, i, d, shape) for i, (d, shape) in enumerate(zip(details, shapes))]
        for run, shapes in enumerate(shape_sets)
    ]
    bounds = tolerance.of_graph(operators_of(builder), case.depth)
    expect = {"rejected": None, "partitions": case.partitions, "on_cpu": list(case.on_cpu)}
    writer.add(f"graphs/{case.name}", builder, model, input_sets, [bounds] * len(input_sets), expect)


def _graph_value(case, run, position, detail, shape):
    if position in case.values:
        return np.array(case.values[position], dtype=detail["dtype"])
    return graph_builder.seeded(shape, f"{case.name}/{position}/{run}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--out", type=pathlib.Path, required=True, help="folder to fill; replaced when it exists"
    )
    args = parser.parse_args()
    shutil.rmtree(args.out, ignore_errors=True)
    args.out.mkdir(parents=True)
    writer = Writer(args.out)
    for stem in case_files.stems():
        op, cases = case_files.load(stem)
        for case in cases:
            write_op_case(writer, stem, op, case)
    for module in GRAPH_MODULES:
        importlib.import_module(f"graphs.{module}")
    for case in graph_builder.REGISTRY.values():
        write_graph_case(writer, case)
    writer.finish()
    print(f"{len(writer.index)} cases in {args.out}")


if __name__ == "__main__":
    main()
