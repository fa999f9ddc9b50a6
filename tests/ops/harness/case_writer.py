"""Writes each case as a model, inputs, golden outputs and bounds, with an index of all, for test_ops.py to read anywhere."""

import json
import pathlib
import sys

import numpy as np
from ai_edge_litert import schema_py_generated as schema

import case_files
import graph_builder
import tolerance
from case_models import add_node, input_values, op_model, output_types
from model_builder import ModelBuilder
from reference_kernels import input_details, run_reference, with_inferred_shapes

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "tools" / "test"))

import interpreters  # noqa: E402

_OPERATOR_NAMES = {v: k for k, v in vars(schema.BuiltinOperator).items() if not k.startswith("_")}


class Writer:
    """Collects the index beside the model and array files."""

    def __init__(self, folder):
        self.folder = folder
        self.index = []

    def add(self, name, builder, model, input_sets, bounds, expect, outputs=None, oracle="reference"):
        """Writes a case. `bounds` has (atol, rtol) of every run, keyed by "delegate" or "kernels". `outputs` are computed by
        hand; None: the oracle's."""
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
                "computed_outputs": _computed_outputs(builder),
                **expect,
            }
        )

    def finish(self):
        (self.folder / "index.json").write_text(json.dumps(self.index, indent=1, allow_nan=False))


def _save_arrays(folder, prefix, arrays):
    """Writes one .npy file for each array; strings as numpy unicode, which needs no pickling."""
    folder.mkdir(exist_ok=True)
    for index, values in enumerate(arrays):
        if values.dtype == object:
            texts = [text.decode() for text in values.ravel()]
            values = np.array(texts, dtype="U" if texts else "U1").reshape(values.shape)
        np.save(folder / f"{prefix}_{index}.npy", values)


def write_op_case(writer, stem, op, case):
    builder, runtime = op_model(op, case, stem)
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
        # Scales of each channel need the shape of their tensor. The interpreter infers all other shapes, and those of a case
        # that the oracle does not take.
        has_shapes = "output_quantization" in case and not case.get("error") and "expected" not in case
        model = with_inferred_shapes(builder) if has_shapes else builder.serialize()
        writer.add(name, builder, model, input_sets, bounds, *_kernel_expectation(case), oracle=case["oracle"])
        return
    model = with_inferred_shapes(builder, case["oracle"])
    writer.add(name, builder, model, input_sets, bounds, _gpu_expectation(op, case), _stated_outputs(case), oracle=case["oracle"])


def write_sweep_case(writer, stem, op, case):
    """Writes the sweep's nodes side by side in one model."""
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
        # Older interpreters' kernels do not take all nodes in that rank, and crash on some.
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
    if case.get("only_in_newest"):
        expect["only_in"] = interpreters.INTERPRETERS[0].name
    if expect["rejected"]:
        expect.update(on_cpu=[op], partitions=0)
    return expect


def _refused_by(case):
    names = case.get("refused_by", [])
    assert set(names) <= {interpreter.name for interpreter in interpreters.INTERPRETERS[1:]}, f"{case['name']}: {names}"
    return names


def _kernel_expectation(case):
    """The index entry, and the outputs of each run if the case states them itself."""
    expect = {"runs_on": "kernels", "error": case.get("error")}
    if expect["error"]:
        return expect, [[]]
    return expect, _stated_outputs(case)


def _stated_outputs(case):
    """The outputs of each run if the case states them; None if they come from the oracle."""
    if "expected" not in case:
        return None
    outputs = [
        case_files.listed_values(output["values"], dtype, output["shape"])
        for output, dtype in zip(case["expected"], output_types(case))
    ]
    return [outputs] * (1 + len(case["resize"])) * case["invokes"]


def write_graph_case(writer, case):
    builder = ModelBuilder()
    case.build(builder)
    model = builder.serialize() if case.keep_shapes else with_inferred_shapes(builder)
    details = input_details(model)
    shape_sets = [case.start or [d["shape"].tolist() for d in details], *case.resize]
    input_sets = [
        [graph_value(case, run, i, d, shape) for i, (d, shape) in enumerate(zip(details, shapes))]
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


def graph_value(case, run, position, detail, shape):
    """The value of a graph case's input in a run."""
    if position in case.values:
        return np.array(case.values[position], dtype=detail["dtype"])
    seed = f"{case.name}/{position}/{run}"
    if np.issubdtype(detail["dtype"], np.integer):
        limits = np.iinfo(detail["dtype"])
        return graph_builder.seeded(shape, seed, limits.min, limits.max + 1.0, detail["dtype"])
    return graph_builder.seeded(shape, seed)


def _computed_outputs(builder):
    """For each output of the primary subgraph, True if a run writes it because it depends on an input."""
    graph = builder.table.subgraphs[0]
    live = set()
    for operator in graph.operators:
        if (live | set(graph.inputs)) & set(operator.inputs):
            live |= set(operator.outputs)
    return [index in live for index in graph.outputs]


def operators_of(builder):
    """The names of the operators of the primary subgraph's nodes."""
    graph = builder.table.subgraphs[0]
    codes = [builder.table.operatorCodes[op.opcodeIndex] for op in graph.operators]
    return [code.customCode or _OPERATOR_NAMES[code.builtinCode] for code in codes]
