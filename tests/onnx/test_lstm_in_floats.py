"""Quantized LSTMs converted to LSTMs of floats: the results are the dequantized ones, except for TFLite's roundings."""

import pathlib

import converted
import numpy as np
import onnx
import pytest

INPUT, OUTPUT = (0.031, 5), (0.0078, -4)
# Cases in which no value saturates at the ends of int8.
CASES = ["lstm/int8_plain", *(f"unidirectional_sequence_lstm/int8_{options}" for options in (
    "cifg", "peephole", "layer_norm", "peephole_and_projection", "everything", "many_steps"))]
STEPS = 2  # largest difference in steps; the mean must be a quarter, as for roundings


@pytest.mark.parametrize("name", CASES)
def test_floats(request, tmp_path, name):
    case, written = pathlib.Path(request.config.getoption("--cases")) / name, tmp_path / "model.onnx"
    process = converted.convert(request.config.getoption("--program"), case / "model.tflite", written, "--quant", "float")
    assert process.returncode == 0, process.stderr
    assert {value.type.tensor_type.elem_type for value in onnx.load(written).graph.input} == {onnx.TensorProto.FLOAT}
    scale, zero_point = OUTPUT
    model = converted.Model(written)
    for run in sorted(case.glob("run*")):
        integers, expected = (np.load(run / f"{edge}_0.npy").astype(np.float32) for edge in ("input", "output"))
        steps = model.run([(integers - INPUT[1]) * np.float32(INPUT[0])])[0] / scale + zero_point
        np.testing.assert_allclose(np.clip(steps, -128, 127), expected, rtol=0, atol=STEPS)
