"""Nodes whose loops in one invocation would exceed a driver's limit: their results are right, wherever they run.

lavapipe silently ends an invocation's loops after 65,535 iterations. Nodes whose loops are split or shared stay on the device
there. The others run on the CPU, and the report says why.
"""

import numpy as np
import pytest
from ai_edge_litert.interpreter import Interpreter, OpResolverType

import case_files
import case_models
import harness
import reference_kernels
from model_builder import ModelBuilder

AXES = {"type": "int32", "constant": True}
CONSTANT = {"constant": True}
WINDOW = {"padding": "VALID", "strideH": 1, "strideW": 1}

# name: (operator, inputs, parameters, bound relative to the largest result, whether lavapipe leaves it to the CPU)
WALKS = {
    "sum_int32": ("SUM", [{"shape": [1, 224, 224, 4], "type": "int32"}, {**AXES, "values": [1, 2]}], {}, 0, False),
    "max_int8": ("REDUCE_MAX", [{"shape": [1, 224, 224, 4], "type": "int8"}, {**AXES, "values": [1, 2]}], {}, 0, False),
    "min_int16": ("REDUCE_MIN", [{"shape": [70000, 3], "type": "int16"}, {**AXES, "values": [0]}], {}, 0, False),
    "sum_to_one_in_parts": ("SUM", [{"shape": [4400000], "range": [0, 1]}, {**AXES, "values": [0]}], {}, 1e-3, False),
    "sum_of_a_prime": ("SUM", [{"shape": [4400021], "range": [0, 1]}, {**AXES, "values": [0]}], {}, 1e-3, True),
    "cumsum": ("CUMSUM", [{"shape": [1, 70000]}, {**AXES, "values": [1], "shape": []}], {}, 1e-5, False),
    "cumsum_reverse_exclusive": (
        "CUMSUM",
        [{"shape": [2, 70000, 3], "type": "int64"}, {**AXES, "values": [1], "shape": []}],
        {"reverse": True, "exclusive": True}, 0, False),
    "batch_matmul": ("BATCH_MATMUL", [{"shape": [1, 1, 300000]}, {"shape": [1, 300000, 1]}], {}, 1e-3, True),
    "conv": ("CONV_2D", [{"shape": [1, 280, 280, 1]}, {**CONSTANT, "shape": [4, 280, 280, 1]}, {**CONSTANT, "shape": [4]}],
             WINDOW, 1e-3, True),
    "arg_max": ("ARG_MAX", [{"shape": [5000000]}, {**AXES, "values": [0], "shape": []}], {"outputType": "INT32"}, 0, True),
    "max_pool": ("MAX_POOL_2D", [{"shape": [1, 300, 300, 1]}], {**WINDOW, "filterHeight": 300, "filterWidth": 300}, 0, True),
}


def model_of(op, entries, params):
    case = case_files.merged({"name": "walk", "inputs": entries, "params": params}, {"outputs": ["input0"]})
    if op == "ARG_MAX":
        case["outputs"] = ["int32"]
    builder = ModelBuilder()
    graph = builder.subgraph()
    values = case_models.input_values("walk", case)
    outputs, runtime = case_models.add_node(graph, op, case, values)
    graph.outputs(*outputs)
    return reference_kernels.with_inferred_shapes(builder), [values[position] for position, _ in runtime]


@pytest.mark.parametrize("name", WALKS)
def test_walk(name, delegates, tmp_path, request):
    op, entries, params, bound, is_left_by_lavapipe = WALKS[name]
    model, inputs = model_of(op, entries, params)
    reference = Interpreter(model_content=model, experimental_op_resolver_type=OpResolverType.BUILTIN_REF)
    reference.allocate_tensors()
    (expected,) = harness.run(reference, inputs)
    path = tmp_path / "model.tflite"
    path.write_bytes(model)
    interpreter = delegates.interpreter(path)
    interpreter.allocate_tensors()
    (found,) = harness.run(interpreter, inputs)
    largest = np.max(np.abs(expected.astype(np.float64)))
    np.testing.assert_allclose(found, expected, rtol=0, atol=bound * largest)
    is_left = is_left_by_lavapipe and request.config.getoption("--driver") == "llvmpipe"
    # The limit is known before planning, so no node falls back in a run.
    report = delegates.report()
    assert report.content.get("fallbacks", []) == []
    reasons = [node["reason"] for node in report.left_out()]
    assert ["iterations in one invocation, the device allows 65535" in reason for reason in reasons] == [True] * is_left


def test_a_walk_with_an_open_batch_is_known_before_the_plan(delegates, tmp_path, request):
    builder = ModelBuilder()
    graph = builder.subgraph()
    x = graph.input([1, 300, 300, 1], signature=[-1, 300, 300, 1])
    y = graph.tensor([1, 1, 1, 1], signature=[-1, 1, 1, 1])
    graph.outputs(graph.op("MAX_POOL_2D", [x], [y], **WINDOW, filterHeight=300, filterWidth=300))
    path = tmp_path / "model.tflite"
    path.write_bytes(builder.serialize())
    interpreter = delegates.interpreter(path)
    interpreter.allocate_tensors()
    values = np.random.default_rng(5).uniform(-1, 1, (1, 300, 300, 1)).astype(np.float32)
    (found,) = harness.run(interpreter, [values])
    assert found.ravel()[0] == values.max()
    report = delegates.report()
    is_left = request.config.getoption("--driver") == "llvmpipe"
    assert len(report.left_out()) == is_left and report.content.get("fallbacks", []) == []
