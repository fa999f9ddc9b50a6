"""Scales that are 0, near 0 or no power of two: the ONNX model has TFLite's numbers."""

import converted
import in_tflite
import numpy as np
import pytest
import scale_models


@pytest.fixture(scope="module")
def folder(written_models):
    return written_models(scale_models)


@pytest.mark.parametrize("quant", ["qdq", "exact"])
@pytest.mark.parametrize("name", [*scale_models.names(), *scale_models.lstm_names()])
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
