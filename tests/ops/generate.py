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
import sys

import numpy as np
from ai_edge_litert import schema_py_generated as schema
from ai_edge_litert.interpreter import Interpreter, OpResolverType

_OPS = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(_OPS / "harness"), str(_OPS / "cases")]
sys.path.append(str(_OPS.parents[1] / "tools" / "test"))

import case_files  # noqa: E402
import composed  # noqa: E402
import graph_builder  # noqa: E402
import interpreters  # noqa: E402
import sweeps  # noqa: E402
import tolerance  # noqa: E402
from model_builder import ModelBuilder  # noqa: E402

# Found and not listed: a module that a list forgets would pass by never running.
GRAPH_MODULES = sorted(path.stem for path in (_OPS / "cases" / "graphs").glob("*.py"))
_OPERATOR_NAMES = {v: k for k, v in vars(schema.BuiltinOperator).items() if not k.startswith("_")}


def reference_interpreter(model_bytes, oracle="reference"):
    """`oracle`: "default" where a case is held against the interpreter's default kernels, without its delegates."""
    try:
        if oracle == "default":
            raise ValueError("not held against the reference kernels")
        return Interpreter(
            model_content=model_bytes, experimental_op_resolver_type=OpResolverType.BUILTIN_REF
        )
    except ValueError:  # "Didn't find op for builtin opcode 'STRIDED_SLICE' version '6'"
        resolver = OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES
        return Interpreter(model_content=model_bytes, experimental_op_resolver_type=resolver)


def with_inferred_shapes(builder, oracle="reference"):
    """The model with the tensor shapes that the interpreter finds, as a converter writes them."""
    if composed.is_needed(builder.serialize()):
        composed.infer_shapes(builder, reference_interpreter)
        return builder.serialize()
    interpreter = reference_interpreter(builder.serialize(), oracle)
    interpreter.allocate_tensors()
    for index, subgraph in enumerate(builder.table.subgraphs):
        for detail in interpreter.get_tensor_details(subgraph_index=index):
            if detail["index"] < len(subgraph.tensors):
                subgraph.tensors[detail["index"]].shape = detail["shape"].tolist()
    return builder.serialize()


def run_reference(model_bytes, input_sets, oracle="reference"):
    """Outputs of the reference kernels for each set of inputs; shapes that stay keep the variables."""
    if composed.is_needed(model_bytes):
        composition = composed.Composition(model_bytes, reference_interpreter)
        return [composition.run(inputs) for inputs in input_sets]
    interpreter = reference_interpreter(model_bytes, oracle)
    results, shapes = [], None
    for inputs in input_sets:
        if shapes != [values.shape for values in inputs]:
            shapes = [values.shape for values in inputs]
            for detail, shape in zip(interpreter.get_input_details(), shapes):
                interpreter.resize_tensor_input(detail["index"], shape)
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
    codes = [builder.table.operatorCodes[op.opcodeIndex] for op in graph.operators]
    return [code.customCode or _OPERATOR_NAMES[code.builtinCode] for code in codes]


def input_details(model_bytes):
    if composed.is_needed(model_bytes):
        return composed.Composition(model_bytes, reference_interpreter).get_input_details()
    return reference_interpreter(model_bytes).get_input_details()


class Writer:
    """Collects the index beside the model and array files."""

    def __init__(self, folder):
        self.folder = folder
        self.index = []

    def add(self, name, builder, model, input_sets, bounds, expect, outputs=None, oracle="reference"):
        """`bounds`: (atol, rtol) of every run, by what computes it. `outputs`: hand-computed ones; None: the oracle's."""
        if outputs is None:
            outputs = run_reference(model, input_sets, oracle)
        folder = self.folder / name
        folder.mkdir(parents=True)
        (folder / "model.tflite").write_bytes(model)
        for run, (ins, outs) in enumerate(zip(input_sets, outputs)):
            _save_arrays(folder / f"run{run}", "input", ins)
            _save_arrays(folder / f"run{run}", "output", outs)
        self.index.append(
            {
                "name": name,
                "operators": operators_of(builder),
                "runs": len(input_sets),
                "bounds": bounds,
                "computed_outputs": computed_outputs(builder),
                **expect,
            }
        )

    def finish(self):
        (self.folder / "index.json").write_text(json.dumps(self.index, indent=1, allow_nan=False))


def _save_arrays(folder, prefix, arrays):
    """One .npy file an array; strings as numpy unicode, which needs no pickling."""
    folder.mkdir(exist_ok=True)
    for index, values in enumerate(arrays):
        if values.dtype == object:
            texts = [text.decode() for text in values.ravel()]
            values = np.array(texts, dtype="U" if texts else "U1").reshape(values.shape)
        np.save(folder / f"{prefix}_{index}.npy", values)


def write_op_case(writer, stem, op, case):
    builder, runtime = _op_model(op, case, stem)
    shape_sets = [[entry["shape"] for _, entry in runtime], *case["resize"]]
    input_sets, bounds = [], {"delegate": [], "kernels": []}
    for run, shapes in enumerate(shape_sets):
        values = [*input_values(stem, case), None]
        for (position, entry), shape in zip(runtime, shapes):
            values[position] = case_files.values_of(entry, shape, f"{stem}/{case['name']}/{position}/{run}")
        input_sets += [[values[position] for position, _ in runtime]] * case["invokes"]
        for computed_by, bound in _bounds(op, values, case).items():
            bounds[computed_by] += [bound] * case["invokes"]
    name = f"{stem}/{case['name']}"
    if case["runs_on"] == "kernels":
        # Scales of each channel need the shape that they belong to; all else is left to the interpreter, as is a case
        # that the oracle does not take.
        has_shapes = "output_quantization" in case and not case.get("error") and "expected" not in case
        model = with_inferred_shapes(builder) if has_shapes else builder.serialize()
        writer.add(name, builder, model, input_sets, bounds, *_kernel_expectation(case), oracle=case["oracle"])
        return
    model = with_inferred_shapes(builder, case["oracle"])
    writer.add(name, builder, model, input_sets, bounds, _gpu_expectation(op, case), oracle=case["oracle"])


def write_sweep_case(writer, stem, op, case):
    """Its nodes side by side in one model."""
    builder = ModelBuilder()
    graph = builder.subgraph()
    outputs, inputs, bounds = [], [], {"delegate": (0.0, 0.0), "kernels": (0.0, 0.0)}
    for number, node in enumerate(case["nodes"]):
        values = input_values(f"{stem}/{case['name']}", {**node, "name": number})
        made, runtime = add_node(graph, op, node, values)
        outputs += made
        inputs += [values[position] for position, _ in runtime]
        for computed_by, bound in _bounds(op, values, node).items():
            bounds[computed_by] = tuple(map(max, bounds[computed_by], bound))
    graph.outputs(*outputs)
    expect = _gpu_expectation(op, case)
    if expect["rejected"]:
        expect["on_cpu"] = [op] * len(case["nodes"])
        # The others' kernels do not take them all in that rank, and crash on some.
        expect["only_in"] = interpreters.INTERPRETERS[0].name
    by_run = {computed_by: [bound] for computed_by, bound in bounds.items()}
    writer.add(f"{stem}/{case['name']}", builder, with_inferred_shapes(builder), [inputs], by_run, expect)


def _bounds(op, values, case):
    if case.get("error"):
        return {"delegate": (0.0, 0.0), "kernels": (0.0, 0.0)}
    return {
        "delegate": tolerance.of_delegate(op, values, case["params"], case.get("algorithm")),
        "kernels": tolerance.of_kernel(op, values, case["params"]),
    }


def _gpu_expectation(op, case):
    expect = {
        "runs_on": "gpu",
        "rejected": None if case["expect"] == "delegated" else case["expect"],
        "partitions": 1,
        "on_cpu": [],
        "refused_by": _refused_by(case),
        "shader": case.get("shader"),
        "moves": None,
        "has_states": any(entry is not None and entry.get("variable", False) for entry in case["inputs"]),
    }
    if expect["rejected"]:
        expect.update(on_cpu=[op], partitions=0)
    return expect


def _refused_by(case):
    names = case.get("refused_by", [])
    assert set(names) <= {interpreter.name for interpreter in interpreters.INTERPRETERS[1:]}, f"{case['name']}: {names}"
    return names


def _kernel_expectation(case):
    """The index entry, and the outputs of each run where the case states them itself."""
    expect = {"runs_on": "kernels", "error": case.get("error")}
    if expect["error"]:
        return expect, [[]]
    if "expected" not in case:
        return expect, None
    outputs = [
        case_files.listed_values(output["values"], dtype, output["shape"])
        for output, dtype in zip(case["expected"], _output_types(case))
    ]
    return expect, [outputs] * (1 + len(case["resize"])) * case["invokes"]


def _output_types(case):
    """An entry "input1" stands for the type of that input."""
    return [
        case["inputs"][int(entry.removeprefix("input"))]["type"] if entry.startswith("input") else entry
        for entry in case["outputs"]
    ]


def input_values(stem, case):
    """Values at the model's own shapes, None for absent inputs."""
    name = f"{stem}/{case['name']}"
    return [
        None if entry is None else case_files.values_of(entry, entry["shape"], f"{name}/{position}/0")
        for position, entry in enumerate(case["inputs"])
    ]


def _op_model(op, case, stem):
    builder = ModelBuilder()
    graph = builder.subgraph()
    outputs, runtime = add_node(graph, op, case, input_values(stem, case))
    if not runtime and case["runs_on"] == "gpu":
        result, entry = _read_constant(graph, outputs[0], _output_types(case)[0], case["inputs"][0]["shape"])
        runtime.append((len(case["inputs"]), entry))
        outputs = [result]
    graph.outputs(*outputs)
    return builder, runtime


def add_node(graph, op, case, input_values):
    """The node's outputs, and (position, entry) of its inputs that a run gives."""
    indices, runtime = [], []
    for position, (entry, values) in enumerate(zip(case["inputs"], input_values)):
        if entry is None:
            indices.append(None)
            continue
        is_input = not entry["constant"] and not entry["variable"]
        index = graph.tensor(
            entry["shape"],
            entry["type"],
            values if entry["constant"] else None,
            sparse=entry.get("sparse"),
            quantization=entry.get("quantization"),
            variable=entry["variable"],
        )
        indices.append(index)
        if is_input:
            graph.table.inputs.append(index)
            runtime.append((position, entry))
    types = _output_types(case)
    shapes = case.get("output_shapes", [case.get("stated_output", ())] * len(types))
    outputs = [
        graph.tensor(shape, dtype, quantization=case.get("output_quantization")) for shape, dtype in zip(shapes, types)
    ]
    graph.op(op, indices, outputs, case["version"], custom_options=case.get("custom_options"), **case["params"])
    return outputs, runtime


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
    details = input_details(model)
    shape_sets = [case.start or [d["shape"].tolist() for d in details], *case.resize]
    input_sets = [
        [_graph_value(case, run, i, d, shape) for i, (d, shape) in enumerate(zip(details, shapes))]
        for run, shapes in enumerate(shape_sets)
    ]
    bounds = [tolerance.of_graph(operators_of(builder), case.depth)] * len(input_sets)
    expect = {
        "runs_on": case.runs_on,
        "rejected": None,
        "partitions": case.partitions,
        "on_cpu": list(case.on_cpu),
        "delegated_subgraphs": list(case.delegated_subgraphs),
        "refused_by": list(case.refused_by),
        "shader": case.shader,
        "moves": case.moves,
        "has_states": any(tensor.isVariable for graph in builder.table.subgraphs for tensor in graph.tensors),
    }
    by_whom = {"delegate": bounds, "kernels": bounds}
    writer.add(f"graphs/{case.name}", builder, model, input_sets, by_whom, expect)


def _graph_value(case, run, position, detail, shape):
    if position in case.values:
        return np.array(case.values[position], dtype=detail["dtype"])
    seed = f"{case.name}/{position}/{run}"
    if np.issubdtype(detail["dtype"], np.integer):
        limits = np.iinfo(detail["dtype"])
        return graph_builder.seeded(shape, seed, limits.min, limits.max + 1.0, detail["dtype"])
    return graph_builder.seeded(shape, seed)


def write_graph_cases(writer):
    for module in GRAPH_MODULES:
        importlib.import_module(f"graphs.{module}")
    for case in graph_builder.REGISTRY.values():
        write_graph_case(writer, case)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--out", type=pathlib.Path, required=True, help="folder to fill; replaced when it exists"
    )
    parser.add_argument("--op", action="append", metavar="STEM", help="only this operator's cases")
    args = parser.parse_args()
    shutil.rmtree(args.out, ignore_errors=True)
    args.out.mkdir(parents=True)
    writer = Writer(args.out)
    for stem in args.op or case_files.stems():
        op, cases = case_files.load(stem)
        for case in cases:
            write_op_case(writer, stem, op, case)
        for case in sweeps.cases(case_files.content_of(stem)):
            write_sweep_case(writer, stem, op, case)
    if not args.op:
        write_graph_cases(writer)
    writer.finish()
    print(f"{len(writer.index)} cases in {args.out}")


if __name__ == "__main__":
    main()
