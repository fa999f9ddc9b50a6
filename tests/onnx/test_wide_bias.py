"""Sums beyond 32 bits wrap around with --quant exact, as in TFLite."""

import converted
import in_tflite
import numpy as np
import onnx
import pytest
import wide_bias_models


@pytest.fixture(scope="module")
def folder(written_models):
    return written_models(wide_bias_models)


@pytest.mark.parametrize("name", wide_bias_models.MODELS)
def test_exactly(name, request, folder, tmp_path):
    written, arrays = tmp_path / "model.onnx", np.load(folder / f"{name}.npz")
    options = ("--opset", "21", "--quant", "exact")
    process = converted.convert(request.config.getoption("--program"), folder / f"{name}.tflite", written, *options)
    assert process.returncode == 0, process.stderr
    onnx.checker.check_model(str(written), full_check=True)
    np.testing.assert_array_equal(converted.Model(written).run(in_tflite.inputs(arrays))[0], arrays["output_0"])
