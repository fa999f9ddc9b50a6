"""Scales that are 0, near 0 or no power of two: the ONNX model gives TFLite's integers."""

import json
import pathlib
import sys

import converted
import in_tflite
import numpy as np
import pytest
import scale_models

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "tools" / "test"))
import rotating_share  # noqa: E402


@pytest.fixture(scope="module")
def folder(request, written_models):
    library = pathlib.Path(request.config.getoption("--program")).with_name("liblitevk_runtime.so")
    return written_models(scale_models, library)


def pytest_generate_tests(metafunc):
    if metafunc.function is not test_numbers:
        return
    names, parts = [*scale_models.names(), *scale_models.lstm_names()], metafunc.config.getoption(rotating_share.OPTION)
    taken = rotating_share.share(names, parts, rotating_share.current_turn(), lambda name: name.split(".")[0])
    metafunc.parametrize("name", sorted(taken))


@pytest.mark.parametrize("quant", ["qdq", "exact"])
def test_numbers(name, quant, request, folder, tmp_path):
    written, reference = tmp_path / "model.onnx", folder / f"{name}.npz"
    if not reference.exists():
        pytest.skip("TFLite refuses it, or ends the process")
    model = folder / f"{name}.tflite"
    process = converted.convert(request.config.getoption("--program"), model, written, "--opset", "21", "--quant", quant)
    assert process.returncode == 0, process.stderr
    arrays = np.load(reference)
    for i, actual in enumerate(converted.Model(written).run(in_tflite.inputs(arrays))):
        expected = arrays[f"output_{i}"]
        assert (actual.dtype, actual.shape) == (expected.dtype, expected.shape)
        np.testing.assert_allclose(np.float64(actual), np.float64(expected), rtol=0, atol=1 if quant == "qdq" else 0)


@pytest.mark.parametrize("quant", ["qdq", "exact"])
@pytest.mark.parametrize("name", scale_models.large_differences())
def test_large_differences(name, quant, request, folder, tmp_path):
    """The integers are those of the formula, which litevk's own kernels compute."""
    program = request.config.getoption("--program")
    written, given = tmp_path / "model.onnx", in_tflite.inputs(np.load(folder / f"{name}.npz"))
    process = converted.convert(program, folder / f"{name}.tflite", written, "--opset", "21", "--quant", quant)
    assert process.returncode == 0, process.stderr
    expected = np.load(folder / f"{name}.npy")
    (actual,) = converted.Model(written).run(given)
    np.testing.assert_allclose(np.float64(actual), np.float64(expected), rtol=0, atol=1 if quant == "qdq" else 0)


@pytest.mark.parametrize("quant", ["qdq", "exact"])
def test_weights_of_a_run_are_an_approximation(quant, request, folder, tmp_path):
    """Sums that may leave 32 bits are reproduced only for stored weights; for others the report says so."""
    program, model, report = request.config.getoption("--program"), folder / "weights_of_a_run.tflite", tmp_path / "report.json"
    options = ("--opset", "21", "--quant", quant)
    process = converted.convert(program, model, tmp_path / "model.onnx", *options, "--report", report)
    assert process.returncode == 0, process.stderr
    (entry,) = json.loads(report.read_text())["approximations"]
    assert entry["op"] == "FULLY_CONNECTED" and entry["nodes"] == [0] and "leave 32 bits" in entry["reason"]
    assert converted.convert(program, model, tmp_path / "strict.onnx", *options, "--strict").returncode == 1
    assert not (tmp_path / "strict.onnx").exists()
