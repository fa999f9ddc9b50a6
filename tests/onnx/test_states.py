"""Quantized states as inputs and outputs: a stream in onnxruntime gives TFLite's integers, run by run."""

import pathlib

import converted
import numpy as np
import onnx
import pytest

STREAM = "graphs/int8_streams_through_variables"
CONVOLUTIONS = "graphs/int8_convolutions_of_a_stream"
CHANNELS_FIRST = (0, 3, 1, 2)
SCALE, ZERO_POINT = 0.06, -5  # parameters of the stream's variables and of its input
SVDF = "svdf/int8"
OPSETS = ["13", "17", "21"]


@pytest.fixture
def convert(request, tmp_path):
    def run(case, *options):
        written = tmp_path / "model.onnx"
        model = pathlib.Path(request.config.getoption("--cases")) / case / "model.tflite"
        process = converted.convert(request.config.getoption("--program"), model, written, *options)
        assert process.returncode == 0, process.stderr
        onnx.checker.check_model(str(written), full_check=True)
        return written

    return run


@pytest.fixture
def runs_of(request):
    """(input, outputs) of each run of TFLite's reference kernels."""
    def load(case):
        folder = pathlib.Path(request.config.getoption("--cases")) / case
        names = sorted(folder.glob("run*"), key=lambda run: int(run.name.removeprefix("run")))
        return [(np.load(run / "input_0.npy"), [np.load(path) for path in sorted(run.glob("output_*.npy"))]) for run in names]

    return load


def first_values(order=(0, 1, 2, 3)):
    """Initial integers of the variables of CONVOLUTIONS."""
    return [np.arange(-20, 0).reshape(1, 4, 1, 5).transpose(order), np.arange(-60, 60, 3).reshape(1, 5, 1, 8).transpose(order)]


def zeros_of_stream(zero):
    """The first values of STREAM. The second variable has more elements than the value assigned, and is an output too."""
    return [np.full([1, 6, 4, 1], zero), np.full([1, 4, 1, 6], zero)]


def orders(written):
    """The permutations of dims in the metadata, keyed by input or output."""
    entries = {entry.key: entry.value for entry in onnx.load(written).metadata_props}
    return {key.removeprefix("order:"): value for key, value in entries.items() if key.startswith("order:")}


def transposes(written):
    return sum(node.op_type == "Transpose" for node in onnx.load(written).graph.node)


def check_states(written, firsts, dtype):
    """Checks that the states are inputs of that type with these first values, and that each has an output with its next value."""
    model = onnx.load(written)
    defaults = {constant.name: onnx.numpy_helper.to_array(constant) for constant in model.graph.initializer}
    following = {entry.key.removeprefix("state:"): entry.value for entry in model.metadata_props if entry.key.startswith("state:")}
    edges = {value.name: value.type.tensor_type for value in (*model.graph.input, *model.graph.output)}
    for (name, following_name), first in zip(following.items(), firsts, strict=True):
        for edge in (edges[name], edges[following_name]):
            assert onnx.helper.tensor_dtype_to_np_dtype(edge.elem_type) == dtype
            assert [dim.dim_value for dim in edge.shape.dim] == list(first.shape)
        np.testing.assert_array_equal(defaults[name], first.astype(dtype))


def check_runs(written, runs, steps):
    model = converted.Model(written)
    for given, expected in runs:
        for actual, integers in zip(model.run([given]), expected, strict=True):
            assert actual.dtype == integers.dtype
            np.testing.assert_allclose(actual.astype(int), integers.astype(int), rtol=0, atol=steps)


def in_every_form(test):
    """Runs a test in each opset, with --quant exact to the bit and with qdq within a step."""
    forms = pytest.mark.parametrize("quant, steps", [("exact", 0), ("qdq", 1)])
    return pytest.mark.parametrize("opset", OPSETS)(forms(test))


def meaning(integers, scale, zero_point):
    return ((integers.astype(np.float32) - zero_point) * scale).astype(np.float32)


@in_every_form
def test_stream(convert, runs_of, opset, quant, steps):
    written, runs = convert(STREAM, "--opset", opset, "--quant", quant), runs_of(STREAM)
    assert len(runs) == 100
    check_states(written, zeros_of_stream(ZERO_POINT), np.int8)
    check_runs(written, runs, steps)


def test_stream_of_floats(convert, runs_of):
    """The floats equal the values that TFLite's integers represent, except for TFLite's roundings."""
    written = convert(STREAM, "--quant", "float")
    check_states(written, zeros_of_stream(0), np.float32)
    model = converted.Model(written)
    for given, (chances, heard) in runs_of(STREAM):
        found = model.run([meaning(given, SCALE, ZERO_POINT)])
        np.testing.assert_allclose(found[1], meaning(heard, SCALE, ZERO_POINT), rtol=0, atol=0.51 * SCALE)
        # The exponents, and that of the sum, have errors of half a step of the input and half of its mean's 0.05.
        np.testing.assert_allclose(found[0], meaning(chances, 1 / 256, -128), rtol=0.12, atol=1 / 256)


@in_every_form
def test_states_have_the_channels_first(convert, runs_of, opset, quant, steps):
    written, runs = convert(CONVOLUTIONS, "--opset", opset, "--quant", quant), runs_of(CONVOLUTIONS)
    assert len(runs) == 100
    check_states(written, first_values(CHANNELS_FIRST), np.int8)
    check_runs(written, runs, steps)
    assert orders(written) == dict.fromkeys(["sound", "sound_next", "features", "features_next"], "0,3,1,2")
    assert transposes(written) == 1, "the input's"


def test_states_need_no_transpose_beside_an_input_with_the_channels_first(convert, runs_of):
    written = convert(CONVOLUTIONS, "--quant", "exact", "--io-layout", "nchw")
    check_runs(written, [(given.transpose(CHANNELS_FIRST), expected) for given, expected in runs_of(CONVOLUTIONS)], 0)
    assert transposes(written) == 0


def test_a_state_has_the_order_that_is_asked_for(convert, runs_of):
    written = convert(CONVOLUTIONS, "--quant", "exact", "--layout", "features:NHWC:NHWC")
    check_states(written, [first_values(CHANNELS_FIRST)[0], first_values()[1]], np.int8)
    check_runs(written, runs_of(CONVOLUTIONS), 0)
    assert sorted(orders(written)) == ["sound", "sound_next"]


@pytest.mark.parametrize("opset", OPSETS)
@pytest.mark.parametrize("quant", ["exact", "qdq"])
def test_svdf(convert, runs_of, opset, quant):
    written = convert(SVDF, "--opset", opset, "--quant", quant)
    check_states(written, [np.zeros([3, 40])], np.int16)
    check_runs(written, runs_of(SVDF), 0)


def test_svdf_of_floats(convert, runs_of):
    written = convert(SVDF, "--quant", "float")
    check_states(written, [np.zeros([3, 40])], np.float32)
    model, scale, zero_point = converted.Model(written), 0.03, -9
    for given, (expected,) in runs_of(SVDF):
        found = np.clip(model.run([meaning(given, 0.05, -3)])[0], *meaning(np.array([-128, 127]), scale, zero_point))
        np.testing.assert_allclose(found, meaning(expected, scale, zero_point), rtol=0, atol=scale)
