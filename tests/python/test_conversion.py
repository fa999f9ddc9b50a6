"""Conversion of TFLite models to ONNX from Python; tests/onnx tests the results."""

import json
import os
import subprocess
import sys

import ai_edge_litert.interpreter as litert
import pytest

import litevk
from litevk import check_onnx, conversion, programs, tflite2onnx, warm
from model_builder import ModelBuilder


@pytest.fixture
def face(models):
    return next(models.rglob("face_detection_short_range.tflite"))


@pytest.fixture
def refused(tmp_path):
    """A model of an operator that cannot be converted."""
    builder = ModelBuilder()
    graph = builder.subgraph()
    graph.outputs(graph.node("LSH_PROJECTION", [graph.constant([[1.0]]), graph.input([1, 2]), graph.constant([1.0])], [1],
                             dtype="int32", type="SPARSE"))
    path = tmp_path / "refused.tflite"
    path.write_bytes(builder.serialize())
    return path


def test_convert(face, tmp_path):
    written = tmp_path / "face.onnx"
    done = litevk.convert(face, written, opset=13)
    assert written.stat().st_size > 100_000
    assert (done.document["opset"], done.document["is_written"], done.document["transposes"]) == (13, True, 5)
    assert str(done).startswith("opset 13: ") and str(done).endswith("5 Transposes among them")


def test_layouts_of_names(face, tmp_path):
    name = litevk.Interpreter(face, experimental_delegates=[]).get_input_details()[0]["name"]
    stated, edges = tmp_path / "stated.onnx", tmp_path / "edges.onnx"
    litevk.convert(face, stated, {name: ("NHWC", "NCHW")})
    tflite2onnx.convert(face, edges)
    assert stated.read_bytes() == edges.read_bytes()
    with pytest.raises(ValueError, match="nothing: the model has no tensor"):
        litevk.convert(face, stated, {"nothing": ("NHWC", "NCHW")})


def test_what_is_wrong_is_one_diagnostic(face, tmp_path):
    written = tmp_path / "model.onnx"
    for options, diagnostic in (({"opset": 12}, "--opset: "), ({"io_layout": "nhcw"}, "--io-layout: "), ({"fp16": "drop"}, "--fp16: ")):
        with pytest.raises(ValueError, match=diagnostic):
            litevk.convert(face, written, **options)
        with pytest.raises(ValueError) as raised:
            litevk.convert(face, written, **options)
        assert "--help" not in str(raised.value) and "\n" not in str(raised.value)
    with pytest.raises(TypeError, match="unexpected option 'opsets'; did you mean 'opset'?"):
        litevk.convert(face, written, opsets=13)
    with pytest.raises(OSError, match="no_such.tflite"):
        litevk.convert(tmp_path / "no_such.tflite", written)
    with pytest.raises(OSError, match="does not exist"):
        litevk.convert(face, tmp_path / "no_folder" / "model.onnx")
    with pytest.raises(ValueError, match="takes the path of a file"):
        litevk.convert(b"\0model", written)
    with pytest.raises(ValueError, match="input 'input' was given the dims 1x64x64: operator 2 "):
        litevk.convert(face, written, shape={"input": (1, 64, 64)})
    for path, found in ((None, "NoneType"), (7, "int")):
        with pytest.raises(TypeError, match=f"onnx_path: expected the path of the file to write, found {found}"):
            litevk.convert(face, path)
    assert not written.exists()


@pytest.mark.parametrize("shape", [(1, 64, 64, 3), "input:1,64,64,3"])
def test_dims_without_names(shape, face, tmp_path):
    for call in (lambda: litevk.convert(face, tmp_path / "model.onnx", shape=shape), lambda: litevk.report(face, shape=shape)):
        with pytest.raises(TypeError, match="shape: expected dims by the names of inputs"):
            call()


@pytest.mark.parametrize("dims", [5, "1,64,64,3", (1, 64.5, 64, 3), (None, 64, 64, 3)])
def test_dims_that_are_none(dims, face, tmp_path):
    for call in (lambda shape: litevk.convert(face, tmp_path / "model.onnx", shape=shape), lambda shape: litevk.report(face, shape=shape),
                 lambda shape: litevk.benchmark(face, shape=shape)):
        with pytest.raises(TypeError, match="shape: expected a list of whole numbers as the dims of 'input', found "):
            call({"input": dims})


@pytest.mark.parametrize("layouts", ["nchw", {"input": "NCHW"}, {"input": ("NHWC", "NCHW", "N")}])
def test_layouts_that_are_none(layouts, face, tmp_path):
    with pytest.raises(TypeError, match="explicit_layouts: expected orders by the names of tensors"):
        litevk.convert(face, tmp_path / "model.onnx", layouts)


@pytest.fixture
def open_model(tmp_path):
    """A model of two signatures, the second of which has an open dim."""
    builder = ModelBuilder()
    for name in ("first", "second"):
        graph = builder.subgraph(name)
        x = graph.input([1, 4], signature=[-1, 4], name=f"{name}:x")
        graph.outputs(graph.node("ABS" if name == "first" else "NEG", [x], [1, 4]))
    builder.signature("first", 0)
    builder.signature("second", 1)
    path = tmp_path / "open.tflite"
    path.write_bytes(builder.serialize())
    return path


def test_a_signature_and_shapes(open_model, tmp_path):
    written = tmp_path / "model.onnx"
    with pytest.raises(ValueError, match="several signatures, 'first', 'second'.*in Python signature=NAME"):
        litevk.convert(open_model, written)
    done = litevk.convert(open_model, written, signature="second")
    assert (done.document["signature"], done.document["open_dims"]) == ("second", ["batch"])
    done = litevk.convert(open_model, written, signature="second", shape={"x0": (3, 4)})
    assert done.document["open_dims"] == [] and done.document["is_written"]
    done = litevk.convert(open_model, written, signature="first", shape={"first:x": [3, -1]})
    assert done.document["open_dims"] == ["first:x_1"]
    for options, diagnostic in (({"signature": "third"}, "no signature is named 'third'"),
                              ({"signature": "first", "shape": {"y": [1]}}, "no input is named y; the model has first:x")):
        with pytest.raises(ValueError, match=diagnostic):
            litevk.convert(open_model, written, **options)


def test_a_report_of_a_signature_and_shapes(open_model):
    for options in ({"signature": "second", "shape": {"x0": (3, 4)}}, {"shape": {"first:x": [5, 4]}}):
        assert litevk.report(open_model, allow_cpu_device=True, partition_policy="all", **options).nodes
    with pytest.raises(ValueError, match="no input is named x0; the model has first:x"):
        litevk.report(open_model, shape={"x0": (3, 4)})
    with pytest.raises(ValueError, match="'third'"):
        litevk.report(open_model, signature="third")


def test_what_nobody_chose_is_told(open_model, capfd):
    """Notes say that the main subgraph is taken of several signatures, and that open dims are those of the file."""
    choice = "the model has 2 signatures, and 'first' is taken; signature=NAME, or --signature NAME, takes another: 'second'"
    dims = "leaves dims open and is 1x4 as long as nobody sets them; resize_tensor_input() does, shape= in Python, and --shape NAME:DIMS"
    options = {"allow_cpu_device": True, "partition_policy": "all"}
    told = litevk.report(open_model, **options)
    assert told.notes[0] == choice and told.notes[1].startswith(f"input 'first:x' {dims}") and len(told.notes) == 2
    assert f"note: {choice}\nnote: input 'first:x' {dims}" in str(told)
    assert f"note: {choice}" in warm.warm(str(open_model), {**options, "serialization_dir": str(open_model.parent)})
    told = litevk.report(open_model, signature="second", **options)
    assert [note.startswith(f"input 'x0' {dims}") for note in told.notes] == [True]
    assert litevk.report(open_model, signature="second", shape={"x0": (1, 4)}, **options).notes == ()
    capfd.readouterr()
    measured = litevk.benchmark(open_model, num_runs=1, min_secs=0, warmup_min_secs=0, **options)
    line = "litevk.benchmark: the model has 2 signatures, and 'first' is taken; --signature NAME takes another: 'second'"
    assert capfd.readouterr().err.splitlines().count(line) == 1 and len(measured["notes"]) == 2


def test_node_data_of_a_signature(open_model):
    report = litevk.report(open_model, signature="second", shape={"x0": (3, 4)}, allow_cpu_device=True, partition_policy="all")
    times = report.model_explorer()["time"]
    assert [name for name, data in times.items() if data["results"]] == ["second"]


def test_shapes_on_the_command_line(open_model):
    def module(*arguments):
        command = [sys.executable, "-m", "litevk", *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, env=dict(os.environ))

    process = module("report", open_model, "--shape", "x0:7,4", "--signature", "second", "-o", "allow_cpu_device=1")
    assert process.returncode == 0, process.stderr
    for shape, status, diagnostic in (("y:1,4", 3, "no input is named y"), ("x", 2, "--shape x: expected NAME:1,224,224,3"),
                                    ("x:1,", 2, "--shape x:1,: expected NAME:1,224,224,3")):
        process = module("report", open_model, "--shape", shape)
        assert process.returncode == status and diagnostic in process.stderr


def test_refused(refused, tmp_path):
    written, report = tmp_path / "model.onnx", tmp_path / "report.json"
    with pytest.raises(ValueError, match=r"nothing is written.*\nLSH_PROJECTION \(1 node: 0\): no form in ONNX is known"):
        litevk.convert(refused, written)
    process = programs.run("tflite2onnx", [str(refused), str(written), "--report", str(report)])
    assert (process.returncode, process.stdout, written.exists()) == (1, "", False)
    document = json.loads(report.read_text())
    assert not document["is_written"] and [refusal["op"] for refusal in document["refusals"]] == ["LSH_PROJECTION"]


def test_a_check_runs_what_has_no_reference_kernel(tmp_path):
    builder = ModelBuilder()
    graph = builder.subgraph()
    graph.outputs(graph.node("ELU", [graph.input([1, 4])], [1, 4]))
    path = tmp_path / "elu.tflite"
    path.write_bytes(builder.serialize())
    check_onnx.of_reference_kernels(litert, str(path)).allocate_tensors()
    path.write_bytes(b"no model")
    with pytest.raises(RuntimeError, match="not a valid Flatbuffer"):
        check_onnx.of_reference_kernels(litert, str(path))


def test_a_check_says_which_package_it_lacks(face, tmp_path):
    with pytest.raises(OSError, match="needs the Python package onnx"):
        litevk.convert(face, tmp_path / "model.onnx", check=True)


def test_a_check_says_that_its_python_cannot_be_started(face, tmp_path):
    arguments = [str(face), str(tmp_path / "model.onnx"), "--check"]
    process = programs.run("tflite2onnx", arguments, {"LITEVK_PYTHON": "/missing/python"})
    assert process.returncode == 3
    assert process.stderr == ("litevk-tflite2onnx: --check: /missing/python cannot be started: No such file or directory; "
                              "set the variable LITEVK_PYTHON to a Python that can\n")


def test_supported_operators():
    names = litevk.get_supported_operators()
    assert names == sorted(names) and {"CONV_2D", "ADD", "RESHAPE"} <= set(names) and "operator" not in names
    assert tflite2onnx.getSupportedOperators() == names


def test_debug_log(face, tmp_path):
    command = ("from litevk import tflite2onnx as t; t.enableDebugLog(); "
               f"t.convert({str(face)!r}, {str(tmp_path / 'model.onnx')!r})")
    process = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, env=dict(os.environ))
    assert process.returncode == 0 and "[litevk.tflite2onnx] opset 17: " in process.stderr, process.stderr


def test_options_are_the_programs():
    text = programs.run("tflite2onnx", ["--help"]).stdout
    assert all(f"--{name.replace('_', '-')}" in text for name in conversion.ConvertOptions.__annotations__)
