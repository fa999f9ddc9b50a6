"""Values that are moved into another scale: the ONNX model gives TFLite's integers, and models that TFLite refuses are refused."""

import pathlib
import re
import sys

import converted
import in_tflite
import moved_quantized
import numpy as np
import pytest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "tools" / "test"))
import rotating_share  # noqa: E402

OPSET = ("--opset", "21")
# Models in which TFLite divides by a missing scale, and gives the same integer everywhere.
WITHOUT_A_SCALE = re.compile(r"CONCATENATION\.uint8\.(unscaled|into_unscaled)\.")


@pytest.fixture(scope="module")
def folder(written_models):
    return written_models(moved_quantized)


def is_run(folder, name):
    return (folder / f"{name}.npz").exists()


def in_equal_scales(name):
    stem, dtype, _, form = name.split(".")
    return f"{stem}.{dtype}.same.{form}"


def pytest_generate_tests(metafunc):
    parts = metafunc.config.getoption(rotating_share.OPTION)
    names = rotating_share.share(moved_quantized.names(), parts, rotating_share.current_turn(), lambda name: name.split(".")[0])
    metafunc.parametrize("name", sorted(names))


@pytest.mark.parametrize("quant", ["qdq", "exact"])
def test_numbers(name, quant, request, folder, tmp_path):
    written = tmp_path / "model.onnx"
    process = converted.convert(request.config.getoption("--program"), folder / f"{name}.tflite", written, *OPSET, "--quant", quant)
    if not is_run(folder, name) or WITHOUT_A_SCALE.match(name):
        if is_run(folder, in_equal_scales(name)):
            assert process.returncode == 1 and "quantized in another way" in process.stderr
        return
    assert process.returncode == 0, process.stderr
    check(written, np.load(folder / f"{name}.npz"), 0 if quant == "exact" else 1)


def check(written, arrays, steps):
    results = converted.Model(written).run(in_tflite.inputs(arrays))
    for i, actual in enumerate(results):
        expected = arrays[f"output_{i}"]
        assert (actual.dtype, actual.shape) == (expected.dtype, expected.shape)
        step = moved_quantized.SCALES[1] if expected.dtype.kind == "f" else 1
        rtol = 1e-6 if expected.dtype.kind == "f" else 0
        np.testing.assert_allclose(actual.astype(np.float64), expected.astype(np.float64), rtol=rtol, atol=1.001 * steps * step)
