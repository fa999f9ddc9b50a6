"""Matrix multiplications of floats by dequantized integers stay in floats in onnxruntime, whatever moves the integers before."""

import converted
import float_matmuls
import in_tflite
import numpy as np
import onnx
import pytest


@pytest.fixture(scope="module")
def folder(written_models):
    return written_models(float_matmuls)


@pytest.mark.parametrize("options", [("--opset", "17"), ("--opset", "21", "--quant", "exact")], ids=" ".join)
@pytest.mark.parametrize("name", float_matmuls.names())
def test_product(name, options, request, folder, tmp_path):
    if ".int16." in name and "17" in options:
        options = ("--opset", "21")
    written, arrays = tmp_path / "model.onnx", np.load(folder / f"{name}.npz")
    process = converted.convert(request.config.getoption("--program"), folder / f"{name}.tflite", written, *options)
    assert process.returncode == 0, process.stderr
    onnx.checker.check_model(str(written), full_check=True)
    actual, expected = converted.Model(written).run(in_tflite.inputs(arrays))[0], arrays["output_0"]
    np.testing.assert_allclose(actual, expected, rtol=0, atol=1e-5 * float(np.abs(expected).max()))
