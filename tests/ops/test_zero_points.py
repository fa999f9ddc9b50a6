"""Layers of quantized values with a zero point at one operand. Our interpreter and the delegate refuse the layers that TFLite's
reference kernels refuse, and have their bits in the others."""

import itertools
import pathlib
import zlib

import harness
import litevk_runtime
import numpy as np
import pytest
import two_interpreters
from model_builder import ModelBuilder

CHANNELS = 4
WINDOW = {"padding": "SAME", "strideH": 1, "strideW": 1}
IMAGE, ROWS = (1, 5, 6, CHANNELS), (3, CHANNELS)
# The dims of each operator's data and weights, the dim of the scales, the options.
LAYERS = {
    "CONV_2D": (IMAGE, (CHANNELS, 3, 3, CHANNELS), 0, WINDOW),
    "DEPTHWISE_CONV_2D": (IMAGE, (1, 3, 3, CHANNELS), 3, {**WINDOW, "depthMultiplier": 1}),
    "TRANSPOSE_CONV": (IMAGE, (CHANNELS, 3, 3, CHANNELS), 0, WINDOW),
    "FULLY_CONNECTED": (ROWS, (CHANNELS, CHANNELS), 0, {}),
    "BATCH_MATMUL": (ROWS, (CHANNELS, CHANNELS), 1, {}),
}
TYPES = (("uint8", "uint8"), ("int8", "int8"), ("int16", "int8"), ("int16", "int16"))
OPERANDS = ("data", "weights", "bias", "output")
POINTS = {"uint8": 131, "int8": -7, "int16": 300, "int32": 3, "int64": 3}


def _quantization(scale, point, count=1, axis=0):
    return {"scale": [scale] * count, "zero_point": [point] * count, "axis": axis}


def layer(op, types, shifted, per_channel):
    """A model of one node, whose operand `shifted` alone has a zero point."""
    data_dims, weight_dims, axis, params = LAYERS[op]
    bias_type = "int64" if types == ("int16", "int8") else "int32"
    point = {name: POINTS[dtype] if name == shifted else 0
             for name, dtype in zip(OPERANDS, (*types, bias_type, types[0]))}
    random = np.random.default_rng(zlib.crc32(f"{op} {types} {shifted}".encode()))
    graph = ModelBuilder()
    main = graph.subgraph()
    data = main.input(data_dims, types[0], quantization=_quantization(0.02, point["data"]))
    count = CHANNELS if per_channel else 1
    limits = np.iinfo(types[1])
    weights = main.constant(random.integers(limits.min, limits.max + 1, weight_dims), types[1],
                            quantization=_quantization(0.04, point["weights"], count, axis))
    output = main.tensor(data_dims, types[0], quantization=_quantization(9, point["output"]))
    operands = [data, weights]
    if op == "TRANSPOSE_CONV":
        operands = [main.constant(data_dims, "int32"), weights, data]
    if op != "BATCH_MATMUL":
        operands.append(main.constant(random.integers(-9000, 9000, CHANNELS), bias_type,
                                      quantization=_quantization(0.0008, point["bias"], count)))
    main.outputs(main.op(op, operands, [output], version=3, **params))
    ends = np.iinfo(types[0])
    return graph.serialize(), [random.integers(ends.min, ends.max + 1, data_dims).astype(types[0])]


def models():
    for op, types, shifted, per_channel in itertools.product(LAYERS, TYPES, OPERANDS, (False, True)):
        if op == "BATCH_MATMUL" and (shifted == "bias" or per_channel):
            continue
        yield f"{op} {' x '.join(types)}, {shifted}{', per channel' if per_channel else ''}", layer(op, types, shifted, per_channel)


@pytest.fixture(scope="module")
def expected():
    names, tasks = zip(*models())
    return dict(zip(names, two_interpreters.outcomes(tasks, lambda task: two_interpreters.run_by_oracle(*task))))


def differences(expected, found):
    """Returns the faults by name: a layer is refused here or in TFLite only, or has other bits."""
    wrong = {}
    for name, (theirs, result) in expected.items():
        ours, own_result = found[name]
        if ours != theirs:
            wrong[name] = f"{ours}, TFLite {theirs}: {own_result if ours == 'refuses' else result}"
        elif ours == "runs" and not np.array_equal(own_result[0], result[0]):
            wrong[name] = "other numbers"
    return wrong


def test_own_interpreter(request, expected):
    runtime = litevk_runtime.Runtime(pathlib.Path(request.config.getoption("--library")).with_name("liblitevk_runtime.so"))
    names, tasks = zip(*models())
    found = two_interpreters.outcomes(tasks, lambda task: two_interpreters.run_by_litevk(runtime, *task))
    assert not differences(expected, dict(zip(names, found)))


def run_by_delegate(delegates, folder, model, inputs):
    path = folder / "model.tflite"
    path.write_bytes(model)
    try:
        interpreter = delegates.interpreter(path)
        harness.set_shapes(interpreter, inputs)
    except (ValueError, RuntimeError) as refused:
        return "refuses", str(refused)
    return "runs", harness.run(interpreter, inputs)


def test_delegate(delegates, expected, tmp_path):
    """TFLite refuses what the delegate leaves to it."""
    found = {name: run_by_delegate(delegates, tmp_path, *task) for name, task in models()
             if expected[name][0] != "crashes"}
    assert not differences({name: expected[name] for name in found}, found)
