"""States of scaled numbers as inputs and outputs: a stream in onnxruntime gives TFLite's numbers, run by run."""

import pathlib

import converted
import numpy as np
import onnx
import pytest

STREAM = "graphs/int8_streams_through_variables"
SCALE, ZERO_POINT = 0.06, -5  # of its variables and of what it hears
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


def check_states(written, count, dims, dtype, first):
    """The states are inputs of that type with a first value, and each has an output that is its next one."""
    model = onnx.load(written)
    defaults = {constant.name: onnx.numpy_helper.to_array(constant) for constant in model.graph.initializer}
    following = {entry.key.removeprefix("state:"): entry.value for entry in model.metadata_props if entry.key.startswith("state:")}
    edges = {value.name: value.type.tensor_type for value in (*model.graph.input, *model.graph.output)}
    assert len(following) == count
    for name, following_name in following.items():
        for edge in (edges[name], edges[following_name]):
            assert onnx.helper.tensor_dtype_to_np_dtype(edge.elem_type) == dtype
            assert [dim.dim_value for dim in edge.shape.dim] == dims
        np.testing.assert_array_equal(defaults[name], np.full(dims, first, dtype))


def check_runs(written, runs, steps):
    model = converted.Model(written)
    for given, expected in runs:
        for actual, numbers in zip(model.run([given]), expected, strict=True):
            assert actual.dtype == numbers.dtype
            np.testing.assert_allclose(actual.astype(int), numbers.astype(int), rtol=0, atol=steps)


def meaning(numbers, scale, zero_point):
    return ((numbers.astype(np.float32) - zero_point) * scale).astype(np.float32)


@pytest.mark.parametrize("opset", OPSETS)
@pytest.mark.parametrize("quant, steps", [("exact", 0), ("qdq", 1)])
def test_stream(convert, runs_of, opset, quant, steps):
    written, runs = convert(STREAM, "--opset", opset, "--quant", quant), runs_of(STREAM)
    assert len(runs) == 100
    check_states(written, 2, [1, 4, 1, 6], np.int8, ZERO_POINT)
    check_runs(written, runs, steps)


def test_stream_of_floats(convert, runs_of):
    """What the numbers stand for, but for what TFLite rounds."""
    written = convert(STREAM, "--quant", "float")
    check_states(written, 2, [1, 4, 1, 6], np.float32, 0)
    model = converted.Model(written)
    for given, (chances, heard) in runs_of(STREAM):
        found = model.run([meaning(given, SCALE, ZERO_POINT)])
        np.testing.assert_allclose(found[1], meaning(heard, SCALE, ZERO_POINT), rtol=0, atol=0.51 * SCALE)
        # Half a step of what is heard and half of its mean's 0.05 are in the exponent, and in that of the sum.
        np.testing.assert_allclose(found[0], meaning(chances, 1 / 256, -128), rtol=0.12, atol=1 / 256)


@pytest.mark.parametrize("opset", OPSETS)
@pytest.mark.parametrize("quant", ["exact", "qdq"])
def test_svdf(convert, runs_of, opset, quant):
    written = convert(SVDF, "--opset", opset, "--quant", quant)
    check_states(written, 1, [3, 40], np.int16, 0)
    check_runs(written, runs_of(SVDF), 0)


def test_svdf_of_floats(convert, runs_of):
    written = convert(SVDF, "--quant", "float")
    check_states(written, 1, [3, 40], np.float32, 0)
    model, scale, zero_point = converted.Model(written), 0.03, -9
    for given, (expected,) in runs_of(SVDF):
        found = np.clip(model.run([meaning(given, 0.05, -3)])[0], *meaning(np.array([-128, 127]), scale, zero_point))
        np.testing.assert_allclose(found, meaning(expected, scale, zero_point), rtol=0, atol=scale)
