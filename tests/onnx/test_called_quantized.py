"""Quantized values that enter and leave the subgraphs of IF and WHILE have TFLite's bits."""

import called_quantized
import converted
import numpy as np
import pytest
from test_open_dims import check_runs


@pytest.fixture(scope="module")
def folder(written_models):
    return written_models(called_quantized)


@pytest.mark.parametrize("build", called_quantized.RUNS, ids=lambda build: build.__name__)
def test_to_the_bit(build, request, folder, tmp_path):
    name, written = build.__name__, tmp_path / "model.onnx"
    process = converted.convert(request.config.getoption("--program"), folder / f"{name}.tflite", written, "--opset", "21", "--quant", "exact")
    assert process.returncode == 0, process.stderr
    assert check_runs(written, np.load(folder / f"{name}.npz")) == len(called_quantized.RUNS[build])


def test_floats_are_refused(request, folder, tmp_path):
    """With --quant float the models are refused: subgraphs may read the integers in another scale, which floats cannot express."""
    for build in called_quantized.RUNS:
        model, written = folder / f"{build.__name__}.tflite", tmp_path / "model.onnx"
        process = converted.convert(request.config.getoption("--program"), model, written, "--opset", "21", "--quant", "float")
        assert process.returncode == 1 and "its subgraphs take and return quantized tensors" in process.stderr, process.stderr
        assert not written.exists()
