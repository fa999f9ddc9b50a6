"""With partition_policy=auto, nodes that the interpreter cannot run stay with the delegate, however small they are. These are
custom operators without a kernel in the interpreter, and nodes that crash its kernels or get wrong results from them
(docs/NUMERICS.md). A node left to the interpreter here would end the test.
"""

import pathlib

import case_files
import case_models
import gpu_signatures
import harness
import pytest
import sweeps
from model_builder import ModelBuilder

CASES = (
    "transform_landmarks/two_dimensions",
    "landmarks_2_transform_matrix/level",
    "transform_tensor_bilinear/as_it_is",
    "convolution_2d_transpose_bias/one_pixel",
    "max_pooling_with_argmax_2d/same_2x2",
    "max_unpooling_2d/same_2x2",
    "conv_2d/no_bias",
    "conv_2d/bias_absent",
    "depthwise_conv_2d/no_bias",
    "depthwise_conv_2d/float32xint8_without_bias",
    "reduce_max/bool",
    "reduce_min/bool",
    "reduce_prod/bool",
    "add/int8_large_factor",
    "add/int16_power_of_two_broadcast",
    "squared_difference/int8_large_factor",
    "sub/int8_large_factor",
    "equal/int8_scale_of_one",
    "less/int8_scales_above_one",
    "arg_max/int16",
    "arg_min/int64",
    "batch_matmul/rank_6",
    "batch_to_space_nd/rank_5",
    "batch_to_space_nd/one_of_two_axes",
    "space_to_batch_nd/rank_5",
    "space_to_batch_nd/one_of_two_axes",
    "concatenation/scalars",
    "sparse_to_dense/rank_5",
)
LEFT = ("relu/rank_1", "less/int8_broadcast")


def report_of(name, request, delegates):
    """Runs a case with the default policy, checks its results and returns the report."""
    case = harness.case_named(pathlib.Path(request.config.getoption("--cases")), name)
    interpreter = delegates.interpreter(case.model, partition_policy=None)
    inputs, expected, tolerance = next(case.runs())
    harness.set_shapes(interpreter, inputs)
    harness.check_outputs(harness.run(interpreter, inputs), expected, tolerance, name)
    return delegates.report()


@pytest.mark.parametrize("name", CASES)
def test_what_the_interpreter_cannot_run_stays(name, request, delegates):
    report = report_of(name, request, delegates)
    assert not report.left_out()
    (estimate,) = report.subgraph()["estimates"]
    assert estimate["only_here"] and estimate["device_us"] > estimate["most_times"] * estimate["cpu_us"]


def refused_types():
    """(content, sweep, type) of each type that TFLite's kernels refuse according to the case file; test_coverage.py checks
    that."""
    for stem in case_files.stems():
        content = case_files.content_of(stem)
        for dtype in content.get("coverage", {}).get("refused_types", []):
            yield pytest.param(content, content["sweeps"][0], dtype, id=f"{stem}-{dtype}")


@pytest.mark.parametrize("content, sweep, dtype", refused_types())
def test_a_type_that_the_interpreter_refuses_stays(content, sweep, dtype, delegates, tmp_path):
    rank = sweeps.ranks_of(content, gpu_signatures.MOST_RANK)[0]
    node = {**sweeps.node(content, sweep, dtype, sweeps.shape_of(sweep, rank)), "name": "refused"}
    builder = ModelBuilder()
    graph = builder.subgraph()
    outputs, _ = case_models.add_node(graph, content["op"], node, case_models.input_values("refused", node))
    graph.outputs(*outputs)
    model = tmp_path / "model.tflite"
    model.write_bytes(builder.serialize())
    delegates.interpreter(model, partition_policy=None).allocate_tensors()
    report = delegates.report()
    assert not report.left_out(), report.table()
    assert report.subgraph()["estimates"][0]["only_here"]


@pytest.mark.parametrize("name", LEFT)
def test_what_it_can_run_is_left_where_it_does_not_pay(name, request, delegates):
    report = report_of(name, request, delegates)
    assert {node["reason_code"] for node in report.left_out()} == {"GRAPH_NOT_WORTH_IT"}
    (estimate,) = report.subgraph()["estimates"]
    assert "only_here" not in estimate and report.left_out()[0]["reason"].endswith(estimate["rule"])
