"""Models of tflite2onnx's operators and layouts, converted: TFLite's results, without Transposes between convolutions."""

import collections
import subprocess

import converted
import layout_models
import networks
import numpy as np
import onnx
import onnxruntime
import pytest

PUBLISHED = 31  # operators that tflite2onnx 0.4.1 names
# Operators by which the converter dilates windows, and operators of branches and loops.
BEYOND = {"SPACE_TO_BATCH_ND", "BATCH_TO_SPACE_ND", "IF", "LESS", "REDUCE_MAX", "SELECT", "GATHER", "TOPK_V2", "DYNAMIC_UPDATE_SLICE",
          "BROADCAST_TO", "EXPAND_DIMS", "EXP", "SLICE", "WHILE"}


@pytest.fixture(scope="module")
def folder(written_models):
    return written_models(layout_models)


@pytest.fixture
def convert(request, folder, tmp_path):
    def run(name, *options):
        written = tmp_path / "model.onnx"
        process = converted.convert(request.config.getoption("--program"), folder / f"{name}.tflite", written, *options)
        assert process.returncode == 0, process.stderr
        onnx.checker.check_model(str(written), full_check=True)
        return written

    return run


def result(written, x):
    session = onnxruntime.InferenceSession(written, providers=["CPUExecutionProvider"])
    return session.run(["y"], {"x": x})[0]


def check(actual, expected):
    assert actual.shape == expected.shape
    np.testing.assert_allclose(actual, expected, rtol=0, atol=1e-5 * float(np.abs(expected).max()))


def channels_first(array):
    return np.ascontiguousarray(np.moveaxis(array, -1, 1))


@pytest.mark.parametrize("name", layout_models.names())
def test_model(name, convert, folder):
    arrays, written = np.load(folder / f"{name}.npz"), convert(name)
    check(result(written, arrays["x"]), arrays["y"])
    transposes = networks.body_transposes(onnx.load(written).graph)
    assert transposes <= (0 if layout_models.is_between(name) else 1), f"{transposes} Transposes"


@pytest.mark.parametrize("name", layout_models.HEADS)
def test_heads(name, convert, folder):
    arrays, written = np.load(folder / f"{name}.npz"), convert(name)
    check(result(written, arrays["x"]), arrays["y"])
    assert networks.body_transposes(onnx.load(written).graph) == layout_models.HEADS[name][1]


@pytest.mark.parametrize("name", layout_models.ADDED)
def test_added_to_a_layer(name, convert, folder):
    """A constant that is added to each channel of a layer without a bias becomes the bias."""
    arrays, written = np.load(folder / f"{name}.npz"), convert(name)
    check(result(written, arrays["x"]), arrays["y"])
    operators = [node.op_type for node in onnx.load(written).graph.node]
    assert operators.count("Add") == layout_models.ADDED[name][1]


@pytest.mark.parametrize("name", layout_models.FLATTENED)
def test_weights_behind_a_flatten(name, convert, folder):
    """The weights' columns are permuted in the file, also if the run converts them to floats."""
    arrays, written = np.load(folder / f"{name}.npz"), convert(name)
    check(result(written, arrays["x"]), arrays["y"])
    graph = onnx.load(written).graph
    assert networks.body_transposes(graph) == 0
    # Three images become rows; two of them have another layout than the input.
    assert collections.Counter(node.op_type for node in graph.node)["Reshape"] == 3


def test_roundings_behind_a_flatten(convert, folder):
    arrays = np.load(folder / "flattened_int16.npz")
    written = convert("flattened_int16", "--quant", "exact", "--opset", "21")
    np.testing.assert_array_equal(result(written, arrays["x"]), arrays["y"])
    assert networks.body_transposes(onnx.load(written).graph) == 0


def test_an_older_opset_is_told_which_one_has_int16(request, folder, tmp_path):
    written = tmp_path / "model.onnx"
    process = converted.convert(request.config.getoption("--program"), folder / "flattened_int16.tflite", written)
    refusals = process.stderr.strip().splitlines()[1:]
    assert process.returncode == 1 and refusals and not written.exists()
    assert all(line.endswith("quantized int16 is in ONNX from opset 21 on: use --opset 21") for line in refusals)


def test_rows_joined_from_the_end(convert, folder):
    arrays = np.load(folder / "joined_from_the_end.npz")
    check(result(convert("joined_from_the_end"), arrays["x"]), arrays["y"])


def test_items_of_a_list(convert, folder):
    """Each item is written into its place, in a list whose dims are known."""
    arrays, written = np.load(folder / "items_of_a_list.npz"), convert("items_of_a_list")
    check(result(written, arrays["x"]), arrays["y"])
    operators = collections.Counter(node.op_type for node in networks.every_node(onnx.load(written).graph))
    assert operators["ScatterND"] == 1 and operators["Slice"] == 0


def test_a_result_that_is_returned_is_transposed_once(convert):
    graph = onnx.load(convert("read_and_returned")).graph
    assert [node.op_type for node in graph.node].count("Transpose") == 3


def test_outputs_have_their_names(convert, folder):
    """Outputs keep their names, also if QUANTIZE and DEQUANTIZE vanish with --quant float."""
    arrays = np.load(folder / "converted_and_returned.npz")
    graph = onnx.load(convert("converted_and_returned", "--quant", "float")).graph
    assert [value.name for value in graph.output] == list(arrays["names"])


@pytest.mark.parametrize("name", layout_models.BRANCHES)
def test_weights_passed_to_branches(name, convert, folder):
    """Weights passed to branches become constants there, permuted in the file, and an added constant becomes the bias."""
    arrays, written = np.load(folder / f"{name}.npz"), convert(name)
    check(result(written, arrays["x"]), arrays["y"])
    operators = collections.Counter(node.op_type for node in networks.every_node(onnx.load(written).graph))
    assert operators["Add"] == 0 and operators["Transpose"] == 2, operators


@pytest.mark.parametrize("stem", ["fully_connected_of_int8_pixels", *layout_models.ROUNDED])
def test_roundings(stem, convert, folder):
    name = f"conv+{stem}+conv"
    arrays, written = np.load(folder / f"{name}.npz"), convert(name, "--quant", "exact")
    check(result(written, arrays["x"]), arrays["y"])
    graph = onnx.load(written).graph
    assert networks.body_transposes(graph) == 0
    assert [node.op_type for node in graph.node].count("Conv") == 3


@pytest.mark.parametrize("moved", ["x", "y", "xy"])
@pytest.mark.parametrize("name", layout_models.EXPLICIT)
def test_explicit_layout(name, moved, convert, folder):
    """Channels come first in tensors for which the user says so, and last in others."""
    arrays = np.load(folder / f"{name}.npz")
    written = convert(name, *(word for tensor in moved for word in ("--layout", f"{tensor}:NHWC:NCHW")))
    given, expected = (channels_first(arrays[t]) if t in moved else arrays[t] for t in "xy")
    check(result(written, given), expected)
    operators = [node.op_type for node in onnx.load(written).graph.node]
    assert operators.count("Transpose") <= (0 if moved == "xy" else 1)


def test_every_published_operator(folder, oracle_python):
    script = ("import sys; from ai_edge_litert.interpreter import Interpreter, OpResolverType as Kernels\n"
              "every = [Interpreter(m, experimental_op_resolver_type=Kernels.BUILTIN_REF) for m in sys.argv[1:]]\n"
              "print(*{operator['op_name'] for each in every for operator in each._get_ops_details()})")
    models = sorted(folder.glob("*.tflite"))
    printed = subprocess.run([oracle_python, "-c", script, *models], check=True, capture_output=True, text=True).stdout
    assert len(set(printed.split()) - BEYOND) == PUBLISHED, printed
