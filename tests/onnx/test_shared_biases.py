"""A bias that several layers share, as floats: each layer reads it in the scale of its own sums, as TFLite does."""

import pathlib

import converted
import numpy as np

CASE = "graphs/int8_layers_that_share_a_bias"
INPUTS, OUTPUTS = ((0.05, 3), (0.5, 3)), ((0.2, 5), (2.0, 5))
STEPS = 0.51  # bound in steps, for TFLite's rounding


def test_floats(request, tmp_path):
    case, written = pathlib.Path(request.config.getoption("--cases")) / CASE, tmp_path / "model.onnx"
    process = converted.convert(request.config.getoption("--program"), case / "model.tflite", written, "--quant", "float")
    assert process.returncode == 0, process.stderr
    model = converted.Model(written)
    for run in sorted(case.glob("run*")):
        integers, expected = ([np.load(run / f"{edge}_{i}.npy").astype(np.float32) for i in range(2)] for edge in ("input", "output"))
        values = model.run([(x - zero_point) * np.float32(scale) for x, (scale, zero_point) in zip(integers, INPUTS)])
        for value, golden, (scale, zero_point) in zip(values, expected, OUTPUTS):
            np.testing.assert_allclose(np.clip(value / scale + zero_point, -128, 127), golden, rtol=0, atol=STEPS)
