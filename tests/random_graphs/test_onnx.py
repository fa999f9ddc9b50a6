"""Graphs that litevk-tflite2onnx converts in a special form, compared with the oracle in onnxruntime."""

import subprocess

import numpy as np
import oracle
import pytest
from graph import SETS, Graph, Node, Tensor
from onnxruntime_process import OnnxRuntime
from quantization import per_channel, per_tensor
from rows import ROWS


@pytest.fixture
def program(request):
    return request.config.getoption("--program")


@pytest.fixture(scope="module")
def runtime(request):
    return OnnxRuntime(request.config.getoption("--python"))


def _constant(graph, values, dtype):
    return graph.add(Tensor(dtype, "constant", [np.asarray(values, dtype)] * SETS))


def _numbers(rng, shape, dtype):
    values = rng.uniform(-1, 1, shape) if dtype == "float32" else rng.integers(-100, 100, shape)
    return values.astype(dtype)


def dilated_by_batches(op, dtype, kernel, paddings, crops, padding, size=(13, 10), block=(3, 2)):
    """A graph of SPACE_TO_BATCH_ND, a convolution and BATCH_TO_SPACE_ND."""
    rng, graph, is_float = np.random.default_rng(7), Graph(), dtype == "float32"
    scales = {name: None if is_float else per_tensor(scale, -3) for name, scale in (("image", 0.02), ("result", 0.07))}
    is_depthwise = op == "DEPTHWISE_CONV_2D"
    weights = _numbers(rng, (1, *kernel, 4) if is_depthwise else (5, *kernel, 4), dtype)
    count, axis = (4, 3) if is_depthwise else (5, 0)
    channels = None if is_float else per_channel(list(rng.uniform(0.01, 0.02, count)), axis)
    images = [_numbers(rng, (1, *size, 4), dtype) for _ in range(SETS)]
    image = graph.add(Tensor(dtype, "input", images, quantization=scales["image"]))
    blocks = _constant(graph, block, "int32")
    filters = graph.add(Tensor(dtype, "constant", [weights] * SETS, quantization=channels))
    sums = "float32" if is_float else "int32"
    bias = _constant(graph, _numbers(rng, count, sums), sums)
    if not is_float:
        graph.tensors[bias].quantization = per_channel([0.02 * scale for scale in channels["scale"]], 0)
    batches = graph.add(Tensor(dtype, "node", quantization=scales["image"]))
    convolved, result = (graph.add(Tensor(dtype, "node", quantization=scales["result"])) for _ in range(2))
    options = {"padding": padding, "strideW": 1, "strideH": 1, "fusedActivationFunction": "RELU6"}
    options |= {"depthMultiplier": 1} if is_depthwise else {}
    graph.nodes = [
        Node("SPACE_TO_BATCH_ND", (image, blocks, _constant(graph, paddings, "int32")), (batches,), {}),
        Node(op, (batches, filters, bias), (convolved,), options),
        Node("BATCH_TO_SPACE_ND", (convolved, blocks, _constant(graph, crops, "int32")), (result,), {}),
    ]
    graph.outputs = [result]
    oracle.evaluate(graph, ROWS)
    return graph


@pytest.mark.parametrize("op", ["CONV_2D", "DEPTHWISE_CONV_2D"])
@pytest.mark.parametrize("dtype", ["float32", "int8"])
@pytest.mark.parametrize("paddings, crops, padding, nodes", [
    ([[3, 5], [2, 2]], [[0, 2], [0, 0]], "VALID", 1),  # TensorFlow's form of a dilated layer with padding SAME
    ([[0, 2], [0, 0]], [[0, 2], [0, 0]], "VALID", 1),  # TensorFlow's form of a dilated layer with padding VALID
    ([[0, 2], [0, 0]], [[0, 2], [0, 0]], "SAME", 1),
    ([[3, 2], [2, 0]], [[0, 0], [0, 0]], "VALID", 0),  # more padding before than after
    ([[3, 5], [2, 2]], [[1, 1], [0, 0]], "VALID", 0),
])
def test_a_layer_dilated_by_batches_is_one_convolution(program, runtime, tmp_path, op, dtype, paddings, crops, padding, nodes):
    graph = dilated_by_batches(op, dtype, (3, 3), paddings, crops, padding)
    model, written = tmp_path / "model.tflite", tmp_path / "model.onnx"
    model.write_bytes(graph.model()[0])
    process = subprocess.run([program, model, written], capture_output=True, text=True)
    assert process.returncode == 0, process.stderr
    assert (b"dilations" in written.read_bytes()) == bool(nodes)
    for results, expected in zip(runtime.run(written, graph.input_sets()), graph.tensors[graph.outputs[0]].values):
        np.testing.assert_allclose(results[0].astype(np.float64), expected, rtol=0, atol=1e-5 if dtype == "float32" else 1)


@pytest.mark.parametrize("opset", ["17", "21"])
def test_floats_of_int8_may_be_moved(program, runtime, tmp_path, opset):
    """In opset 21 onnxruntime refuses a Reshape of a DequantizeLinear of int8; the converted model must run."""
    rng, graph = np.random.default_rng(7), Graph()
    scale = per_tensor(0.02, -3)
    integers = graph.add(Tensor("int8", "input", [_numbers(rng, (2, 3, 4), "int8") for _ in range(SETS)], quantization=scale))
    floats, result = graph.add(Tensor("float32", "node")), graph.add(Tensor("float32", "node"))
    operands = (floats, _constant(graph, rng.uniform(-1, 1, (5, 4)), "float32"), _constant(graph, np.zeros(5), "float32"))
    graph.nodes = [Node("DEQUANTIZE", (integers,), (floats,), {}), Node("FULLY_CONNECTED", operands, (result,), {})]
    graph.outputs = [result]
    oracle.evaluate(graph, ROWS)
    model, written = tmp_path / "model.tflite", tmp_path / "model.onnx"
    model.write_bytes(graph.model()[0])
    subprocess.run([program, model, written, "--opset", opset], check=True, capture_output=True)
    for results, expected in zip(runtime.run(written, graph.input_sets()), graph.tensors[result].values):
        np.testing.assert_allclose(results[0], expected, rtol=0, atol=1e-5)
