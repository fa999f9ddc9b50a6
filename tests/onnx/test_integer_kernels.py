"""Checks that onnxruntime's optimised graph has integer kernels for most cases of these quantized operators."""

import collections
import pathlib
import re

import converted
import onnx
import onnxruntime
import pytest

# Cases without an integer kernel: int16, scales for which the converter always writes TFLite's roundings, and constant results.
_NO_KERNEL = re.compile(r"int16|^mul/int8_zero_points|scale_0$|0_in_calibration$|large_factor$|two_constants$")
KERNELS = {"conv_2d/int8": "QLinearConv", "depthwise_conv_2d/int8": "QLinearConv", "fully_connected/int8": "QGemm",
           "add/int8": "QLinearAdd", "mul/int8": "QLinearMul", "logistic/int8": "QLinearSigmoid",
           "leaky_relu/int8": "QLinearLeakyRelu", "softmax/int8": "QLinearSoftmax",
           "concatenation/quantized_uint8": "QLinearConcat", "average_pool_2d/int8": "QLinearAveragePool",
           "batch_matmul/int8": "QLinearMatMul"}


@pytest.mark.parametrize("prefix", sorted(KERNELS))
def test_integer_kernel(prefix, request, tmp_path):
    config = request.config
    entries = converted.entries(config.getoption("--program"), config.getoption("--cases"))
    names = [name for name in sorted(entries) if name.startswith(prefix) and not _NO_KERNEL.search(name)]
    fused = collections.Counter()
    for name in names[:20]:
        written = tmp_path / "model.onnx"
        model = pathlib.Path(config.getoption("--cases")) / name / "model.tflite"
        if converted.convert(config.getoption("--program"), model, written).returncode == 0:
            options = onnxruntime.SessionOptions()
            options.log_severity_level = 3  # hides the warning that the optimised graph fits this machine only
            options.optimized_model_filepath = str(tmp_path / "optimised.onnx")
            onnxruntime.InferenceSession(written, options, providers=["CPUExecutionProvider"])
            operators = {node.op_type for node in onnx.load(options.optimized_model_filepath).graph.node}
            fused[KERNELS[prefix] in operators] += 1
    assert fused[True] > 0 and fused[True] >= 4 * fused[False], f"{prefix}: {fused}"
