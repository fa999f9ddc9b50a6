"""Variables of scaled numbers as inputs and outputs: a stream in onnxruntime gives TFLite's numbers, run by run."""

import pathlib

import converted
import numpy as np
import onnx
import pytest

STREAM = "graphs/int8_streams_through_variables"
STATES = ["first", "second"]
DIMS = [1, 4, 1, 6]
SCALE, ZERO_POINT = 0.06, -5  # of the variables and of what is heard


@pytest.fixture
def convert(request, tmp_path):
    def run(*options):
        written = tmp_path / "model.onnx"
        model = pathlib.Path(request.config.getoption("--cases")) / STREAM / "model.tflite"
        process = converted.convert(request.config.getoption("--program"), model, written, *options)
        assert process.returncode == 0, process.stderr
        onnx.checker.check_model(str(written), full_check=True)
        return written

    return run


@pytest.fixture
def runs(request):
    """(input, (chances, heard)) of each run of TFLite's reference kernels."""
    folder = pathlib.Path(request.config.getoption("--cases")) / STREAM
    names = sorted(folder.glob("run*"), key=lambda run: int(run.name.removeprefix("run")))
    assert len(names) == 100
    return [(np.load(run / "input_0.npy"), [np.load(run / f"output_{i}.npy") for i in range(2)]) for run in names]


def check_states(written, dtype, first):
    """The states are inputs of that type with a first value, and each has an output that is its next one."""
    model = onnx.load(written)
    defaults = {constant.name: onnx.numpy_helper.to_array(constant) for constant in model.graph.initializer}
    following = {entry.key.removeprefix("state:"): entry.value for entry in model.metadata_props if entry.key.startswith("state:")}
    edges = {value.name: value.type.tensor_type for value in (*model.graph.input, *model.graph.output)}
    assert sorted(following) == STATES
    for name in STATES:
        for edge in (edges[name], edges[following[name]]):
            assert onnx.helper.tensor_dtype_to_np_dtype(edge.elem_type) == dtype
            assert [dim.dim_value for dim in edge.shape.dim] == DIMS
        np.testing.assert_array_equal(defaults[name], np.full(DIMS, first, dtype))


@pytest.mark.parametrize("opset", ["13", "17", "21"])
@pytest.mark.parametrize("quant, steps", [("exact", 0), ("qdq", 1)])
def test_every_run(convert, runs, opset, quant, steps):
    written = convert("--opset", opset, "--quant", quant)
    check_states(written, np.int8, ZERO_POINT)
    model = converted.Model(written)
    for given, expected in runs:
        for actual, numbers in zip(model.run([given]), expected, strict=True):
            assert actual.dtype == numbers.dtype
            np.testing.assert_allclose(actual.astype(int), numbers.astype(int), rtol=0, atol=steps)


def test_floats(convert, runs):
    """What the numbers stand for, but for what TFLite rounds."""
    written = convert("--quant", "float")
    check_states(written, np.float32, 0)
    model = converted.Model(written)
    for given, (chances, heard) in runs:
        found = model.run([((given.astype(np.float32) - ZERO_POINT) * SCALE).astype(np.float32)])
        np.testing.assert_allclose(found[1], (heard.astype(float) - ZERO_POINT) * SCALE, rtol=0, atol=0.51 * SCALE)
        # Half a step of what is heard and half of its mean's 0.05 are in the exponent, and in that of the sum.
        np.testing.assert_allclose(found[0], (chances.astype(float) + 128) / 256, rtol=0.12, atol=1 / 256)
