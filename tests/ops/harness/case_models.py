"""Builds models of one node each from the entries of a case file."""

import case_files
from model_builder import ModelBuilder


def input_values(stem, case):
    """Values at the model's own shapes, None for absent inputs."""
    name = f"{stem}/{case['name']}"
    return [
        None if entry is None else case_files.values_of(entry, entry["shape"], f"{name}/{position}/0")
        for position, entry in enumerate(case["inputs"])
    ]


def op_model(op, case, stem):
    builder = ModelBuilder()
    graph = builder.subgraph()
    outputs, runtime = add_node(graph, op, case, input_values(stem, case))
    if not runtime and case["runs_on"] == "gpu":
        result, entry = _read_constant(graph, outputs[0], output_types(case)[0], case["inputs"][0]["shape"])
        runtime.append((len(case["inputs"]), entry))
        outputs = [result]
    graph.outputs(*outputs)
    return builder, runtime


def add_node(graph, op, case, input_values, shared=None):
    """Adds a node. Returns its outputs, and (position, entry) of its inputs that a run sets. `shared` has the operands that the
    graph has already, keyed by position.
    """
    indices, runtime = [], []
    for position, (entry, values) in enumerate(zip(case["inputs"], input_values)):
        if entry is None or position in (shared or {}):
            indices.append(None if entry is None else shared[position])
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
    types = output_types(case)
    shapes = case.get("output_shapes", [case.get("stated_output", ())] * len(types))
    outputs = [
        graph.tensor(shape, dtype, quantization=case.get("output_quantization")) for shape, dtype in zip(shapes, types)
    ]
    intermediates = [
        graph.tensor(entry["shape"], entry["type"], quantization=entry.get("quantization"))
        for entry in case.get("intermediates", [])
    ]
    options = {"custom_options": case.get("custom_options"), "intermediates": intermediates}
    graph.op(op, indices, outputs, case["version"], **options, **case["params"])
    return outputs, runtime


def _read_constant(graph, constant, dtype, shape):
    """Adds a reader to a result that depends on constants only: a maximum with values below all of the result's."""
    if dtype == "float16":
        constant = graph.node("DEQUANTIZE", [constant], version=3)
    dtype, limits, version = ("int8", [-128, -127], 2) if dtype == "int8" else ("float32", [-70000.0, -70000.0], 1)
    reader = graph.node("MAXIMUM", [constant, graph.input(shape, dtype)], version=version, dtype=dtype)
    return reader, {"shape": shape, "type": dtype, "range": limits}


def output_types(case):
    """The types of the outputs. An entry "input1" stands for the type of that input."""
    return [
        case["inputs"][int(entry.removeprefix("input"))]["type"] if entry.startswith("input") else entry
        for entry in case["outputs"]
    ]
