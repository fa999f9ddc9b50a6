"""Operator cases that no GPU runs: padding with a value from an operand, and thresholds that ONNX defines differently."""

import pathlib

import converted
import numpy as np
import pytest


@pytest.fixture
def convert(request, tmp_path):
    def run(case, *options):
        folder, written = pathlib.Path(request.config.getoption("--cases")) / case, tmp_path / "model.onnx"
        return folder / "run0", written, converted.convert(request.config.getoption("--program"), folder / "model.tflite", written,
                                                           "--opset", "21", *options)

    return run


@pytest.mark.parametrize("quant", ["qdq", "exact"])
@pytest.mark.parametrize("case", ["with_value", "int8_with_a_scale_2", "uint8_with_a_scale_2", "int16_with_a_scale_2"])
def test_pad_with_a_value(case, quant, convert):
    folder, written, process = convert(f"pad/{case}", "--quant", quant)
    assert process.returncode == 0, process.stderr
    given = [np.load(path) for path in sorted(folder.glob("input_*.npy"))]
    np.testing.assert_array_equal(converted.Model(written).run(given)[0], np.load(folder / "output_0.npy"))


@pytest.mark.parametrize("stem", ["non_max_suppression_v4", "non_max_suppression_v5"])
@pytest.mark.parametrize("case", ["iou_0", "iou_above_1"])
def test_thresholds_beyond_onnx(stem, case, convert):
    folder, written, process = convert(f"{stem}/{case}")
    assert process.returncode == 0, process.stderr
    given = [np.load(path) for path in sorted(folder.glob("input_*.npy"))]
    for number, result in enumerate(converted.Model(written).run(given)):
        np.testing.assert_array_equal(result, np.load(folder / f"output_{number}.npy"))


@pytest.mark.parametrize("case", ["select/float64", "stablehlo_add/type_float64", "resize_nearest_neighbor/int64"])
def test_values_are_not_cut_to_integers(case, convert):
    _, _, process = convert(case)
    assert process.returncode == 1 and "onnxruntime has no kernel of it for " in process.stderr
