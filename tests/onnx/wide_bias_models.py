"""Writes models of quantized layers whose bias makes sums, or scaled sums, exceed 32 bits:

    wide_bias_models.py FOLDER    # FOLDER/NAME.tflite and NAME.npz, with ai-edge-litert's Python
"""

import pathlib
import sys

import in_tflite
import numpy as np

ROWS, DEPTH, UNITS = 6, 24, 8
NARROW = [2**31 - 1, -(2**31), 2**31 - 5000, -(2**31) + 5000, 2**30, -(2**30), 7, 0]
WIDE = [2**40, -(2**40), 2**40 + 12345, -(2**40) - 999, 2**33, -(2**31), 7, 0]


def _quantization(scale, zero_point=0, axis=0):
    scales = np.atleast_1d(scale).tolist()
    return {"scale": scales, "zero_point": [zero_point] * len(scales), "axis": axis}


def _layer(op, dims, weights, bias_dims=(UNITS,), kind="int8", scale=1e-4, channels=False, **params):
    """Builds a layer. `scale` is the output's; the input's is 0.01 and the weights' about 0.02."""
    def build(g):
        scales = np.linspace(0.01, 0.03, UNITS) if channels else 0.02
        integers = np.random.default_rng(3).integers(-127, 128, weights)
        bias_type, values = ("int64", WIDE) if kind == "int16" else ("int32", NARROW)
        operands = [g.input(dims, kind, quantization=_quantization(0.01, 0 if kind == "int16" else 3)),
                    g.constant(integers, "int8", quantization=_quantization(scales)),
                    g.constant(np.reshape(values, bias_dims), bias_type, quantization=_quantization(0.01 * np.asarray(scales)))]
        output = g.tensor((*dims[:-1], UNITS), kind, quantization=_quantization(scale, 0 if kind == "int16" else -5))
        g.op(op, operands, [output], **params)
        g.outputs(output)

    return build


_MATRIX, _IMAGE = ((ROWS, DEPTH), (UNITS, DEPTH)), ((1, 4, 5, 3), (UNITS, 3, 3, 3))
_CONV = {"padding": "SAME", "strideW": 1, "strideH": 1, "dilationWFactor": 1, "dilationHFactor": 1}
MODELS = {
    "fully_connected": _layer("FULLY_CONNECTED", *_MATRIX),
    "fully_connected_channels": _layer("FULLY_CONNECTED", *_MATRIX, channels=True, scale=40.0),
    "fully_connected_relu": _layer("FULLY_CONNECTED", *_MATRIX, scale=2000.0, fusedActivationFunction="RELU"),
    "fully_connected_bias_of_rank_2": _layer("FULLY_CONNECTED", *_MATRIX, bias_dims=(1, UNITS), scale=300.0),
    "fully_connected_int16": _layer("FULLY_CONNECTED", *_MATRIX, kind="int16", version=11),
    "fully_connected_int16_channels": _layer("FULLY_CONNECTED", *_MATRIX, kind="int16", scale=0.002, channels=True, version=11),
    "fully_connected_int16_within": _layer("FULLY_CONNECTED", *_MATRIX, kind="int16", scale=1e4, version=11),
    "conv_2d": _layer("CONV_2D", *_IMAGE, scale=400.0, channels=True, **_CONV),
    "conv_2d_int16": _layer("CONV_2D", *_IMAGE, kind="int16", scale=0.002, channels=True, version=8, **_CONV),
    "conv_2d_int16_within": _layer("CONV_2D", *_IMAGE, kind="int16", scale=1e4, channels=True, version=8, **_CONV),
}


if __name__ == "__main__":
    in_tflite.write(pathlib.Path(sys.argv[1]), MODELS)
