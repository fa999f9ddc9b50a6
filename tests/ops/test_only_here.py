"""With partition_policy=auto, what the interpreter cannot run stays with the delegate, however small it is: custom operators that it
has no kernel of, and nodes at which its kernels end the process or make wrong numbers (docs/NUMERICS.md). Here the interpreter would
run the node if it were left, and the test with it would end.
"""

import pathlib

import harness
import pytest

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
)
LEFT = ("relu/rank_1", "less/int8_broadcast")


def report_of(name, request, delegates):
    """Returns the report of a run with the default policy, whose results are the case's."""
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


@pytest.mark.parametrize("name", LEFT)
def test_what_it_can_run_is_left_where_it_does_not_pay(name, request, delegates):
    report = report_of(name, request, delegates)
    assert {node["reason_code"] for node in report.left_out()} == {"GRAPH_NOT_WORTH_IT"}
    (estimate,) = report.subgraph()["estimates"]
    assert "only_here" not in estimate and report.left_out()[0]["reason"].endswith(estimate["rule"])
