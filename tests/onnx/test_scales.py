"""Scales that are 0, near 0 or no power of two: the ONNX model has TFLite's numbers, or there is a sentence in place of it."""

import pathlib
import subprocess

import converted
import in_tflite
import numpy as np
import pytest
import scale_models

SENTENCES = ("TFLite's numbers leave 32 bits and wrap around", "its scale is 0, by which QuantizeLinear divides")
# Usual scales, which have to be converted.
PLAIN = ("coarse", "large", "huge")


@pytest.fixture(scope="module")
def folder(request, tmp_path_factory):
    """The models and what TFLite makes of them."""
    found = tmp_path_factory.mktemp("models")
    python = pathlib.Path(request.config.getoption("--environment")) / "litert-2.3.0" / "bin" / "python"
    subprocess.run([python, scale_models.__file__, found], check=True, capture_output=True)
    return found


@pytest.mark.parametrize("quant", ["qdq", "exact"])
@pytest.mark.parametrize("name", [*scale_models.names(), *scale_models.lstm_names()])
def test_numbers(name, quant, request, folder, tmp_path):
    written, reference = tmp_path / "model.onnx", folder / f"{name}.npz"
    if not reference.exists():
        pytest.skip("TFLite refuses it, or ends the process")
    model = folder / f"{name}.tflite"
    process = converted.convert(request.config.getoption("--program"), model, written, "--opset", "21", "--quant", quant)
    if process.returncode != 0:
        stem, _, scale = name.split(".")
        assert any(sentence in process.stderr for sentence in SENTENCES), process.stderr
        assert scale not in PLAIN and stem not in scale_models.FUNCTIONS
        return
    arrays = np.load(reference)
    for i, actual in enumerate(converted.Model(written).run(in_tflite.inputs(arrays))):
        expected = arrays[f"output_{i}"]
        assert (actual.dtype, actual.shape) == (expected.dtype, expected.shape)
        np.testing.assert_allclose(np.float64(actual), np.float64(expected), rtol=0, atol=1 if quant == "qdq" else 0)
