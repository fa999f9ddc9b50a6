"""Tests litevk-tflite2onnx's command line: an error is one sentence, and no file is left half written."""

import json
import pathlib
import resource
import subprocess

import pytest

USAGE, FAILED, REFUSED = 2, 3, 1


@pytest.fixture
def model(write_model):
    """A layer of 40,000 bytes of weights."""

    def build(graph):
        weights = graph.constant([[float(i % 7) for i in range(100)]] * 100)
        graph.outputs(graph.node("FULLY_CONNECTED", [graph.input([1, 100], name="x"), weights, None], [1, 100]))

    return write_model(build)


@pytest.fixture
def convert(start):
    return lambda *arguments: start("litevk-tflite2onnx", *arguments)


def check_diagnostic(process, status, *parts):
    assert process.returncode == status, process.stderr
    diagnostic = process.stderr.replace("Run with --help for more information.\n", "") if status == USAGE else process.stderr
    assert diagnostic.count("\n") == 1 and diagnostic.startswith("litevk-tflite2onnx: "), process.stderr
    for part in parts:
        assert part in process.stderr


@pytest.mark.parametrize("options, parts", [
    ([], ["the name of the ONNX model is missing"]),
    (["OUT", "--opset", "12"], ["--opset"]),
    (["OUT", "--opset", "22"], ["--opset"]),
    (["OUT", "--opset", "seventeen"], ["--opset"]),
    (["OUT", "--layout", "x:NHWC"], ["--layout is 'x:NHWC', expected NAME:FROM:TO"]),
    (["OUT", "--layout", ":NHWC:NCHW"], ["--layout"]),
    (["OUT", "--io-layout", "nhwc"], ["--io-layout"]),
    (["OUT", "--quant", "int8"], ["--quant"]),
    (["OUT", "--dims", "closed"], ["--dims"]),
    (["OUT", "--fp16", "drop"], ["--fp16"]),
    (["OUT", "--dump-after", "fold_nothing"], ["--dump-after is 'fold_nothing', expected one of ", "prepare", "fold_pads"]),
    (["OUT", "another.onnx"], ["another.onnx"]),
    (["OUT", "--layuot", "x:NC:CN"], ["--layuot"]),
], ids=" ".join)
def test_wrong_command_lines(convert, model, tmp_path, options, parts):
    written = tmp_path / "model.onnx"
    check_diagnostic(convert(model, *(written if word == "OUT" else word for word in options)), USAGE, *parts)
    assert not written.exists()


@pytest.mark.parametrize("layout, part", [
    ("nothing:NHWC:NCHW", "nothing"), ("x:NHWC:NCHW", "x"), ("x:NC:NH", "x"), ("x:NN:NN", "x"), ("x::", "x"),
])
def test_layouts_that_do_not_fit(convert, model, tmp_path, layout, part):
    written = tmp_path / "model.onnx"
    check_diagnostic(convert(model, written, "--layout", layout), REFUSED, part)
    assert not written.exists()


def test_files_that_are_not_there(convert, model, tmp_path):
    check_diagnostic(convert(tmp_path / "none.tflite", tmp_path / "a.onnx"), FAILED, "none.tflite")
    check_diagnostic(convert(tmp_path, tmp_path / "a.onnx"), FAILED, "not a file")
    check_diagnostic(convert(model, tmp_path / "none" / "a.onnx"), FAILED, "does not exist")
    check_diagnostic(convert(model, tmp_path / "a.onnx", "--report", tmp_path / "none" / "a.json"), FAILED, "does not exist")
    check_diagnostic(convert(model, tmp_path), FAILED, "a folder")
    check_diagnostic(convert(model, "/dev/null"), FAILED, "a device")
    assert not list(tmp_path.glob("*.onnx"))


@pytest.mark.parametrize("content", [b"", b"TFL3", b"\0" * 64, b"\x1c\0\0\0TFL3" + b"\xff" * 100], ids=range(4))
def test_what_is_no_model(convert, tmp_path, content):
    (tmp_path / "model.tflite").write_bytes(content)
    check_diagnostic(convert(tmp_path / "model.tflite", tmp_path / "a.onnx"), FAILED, "model.tflite")
    assert not (tmp_path / "a.onnx").exists()


def test_no_file_takes_the_place_of_another_one(convert, model, tmp_path):
    before, written = model.read_bytes(), tmp_path / "model.onnx"
    (tmp_path / "same").mkdir()
    other_way = tmp_path / "same" / ".." / model.name
    check_diagnostic(convert(model, model), FAILED, "would take the place of the TFLite model")
    check_diagnostic(convert(model, other_way), FAILED, "would take the place of the TFLite model")
    check_diagnostic(convert(model, written, "--report", other_way), FAILED, "the report would take the place of the TFLite model")
    check_diagnostic(convert(model, written, "--report", written), FAILED, "the report would take the place of the ONNX model")
    named_like_weights = model.rename(tmp_path / "a.onnx.data")
    check_diagnostic(convert(named_like_weights, tmp_path / "a.onnx", "--external-data"), FAILED, "the file of the weights would take")
    assert named_like_weights.read_bytes() == before and not list(tmp_path.glob("*.onnx"))


@pytest.mark.parametrize("options", [[], ["--external-data"]], ids=["one_file", "two_files"])
def test_a_full_disk(build_dir, model, tmp_path, options):
    """With a limit of 20,000 bytes for files, the earlier files stay and no other file is left beside them."""
    folder = tmp_path / "out"
    folder.mkdir()
    for name in ("model.onnx", "model.onnx.data"):
        (folder / name).write_text("before")
    command = [build_dir / "litevk-tflite2onnx", model, folder / "model.onnx", "--report", folder / "report.json", *options]
    process = subprocess.run(command, capture_output=True, text=True, restore_signals=False,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)))
    check_diagnostic(process, FAILED, "writing failed")
    assert {path.name: path.read_text() for path in folder.iterdir()} == {"model.onnx": "before", "model.onnx.data": "before"}


def test_weights_beside_the_model(convert, model, tmp_path):
    written = tmp_path / "model.onnx"
    assert convert(model, written, "--external-data").returncode == 0
    assert written.stat().st_size < 10_000 and (tmp_path / "model.onnx.data").stat().st_size >= 40_000
    first = written.read_bytes(), (tmp_path / "model.onnx.data").read_bytes()
    assert convert(model, written, "--external-data").returncode == 0
    assert (written.read_bytes(), (tmp_path / "model.onnx.data").read_bytes()) == first


def test_all_that_is_refused_is_named_at_once(convert, write_model, tmp_path):
    def build(graph):
        x, text = graph.input([1, 2]), graph.input([2], "string", name="words")
        hash_, scale = graph.constant([[1.0]]), graph.constant([1.0])
        found = [graph.node("LSH_PROJECTION", [hash_, x, scale], [1], dtype="int32", type="SPARSE") for _ in range(10)]
        found.append(graph.node("ADD", [x, x], [1, 2], fusedActivationFunction="TANH"))
        found.append(graph.node("EQUAL", [text, text], [2], dtype="bool"))
        graph.outputs(*found)

    report = tmp_path / "report.json"
    process = convert(write_model(build), tmp_path / "a.onnx", "--report", report)
    assert process.returncode == REFUSED and not (tmp_path / "a.onnx").exists()
    lines = process.stderr.splitlines()
    assert any(line.startswith("LSH_PROJECTION (10 nodes: 0, 1, 2, 3, 4, 5, 6, 7, ...): ") for line in lines), lines
    document = json.loads(report.read_text())
    assert document["is_written"] is False
    assert any(line.startswith("ADD (1 node: 10): ") for line in lines), lines
    assert any(line.startswith("EQUAL (1 node: 11): ") for line in lines), lines
    assert any(line.startswith("input: 'words' holds strings, ") for line in lines), lines
    assert {"op": "LSH_PROJECTION", "reason": "no form in ONNX is known for it", "nodes": list(range(10))} in document["refusals"]


def test_names_that_are_no_text(convert, write_model, tmp_path):
    """Two names stay different that differ only in bytes which are not UTF-8."""

    def build(graph):
        graph.outputs(graph.node("ADD", [graph.input([2], name="n_1"), graph.input([2], name="n_2")], [2]))

    model = write_model(build)
    model.write_bytes(model.read_bytes().replace(b"n_1", b"n\xff1").replace(b"n_2", b"n\xfe1"))
    process = convert(model, tmp_path / "a.onnx")
    assert (process.returncode, process.stderr) == (0, "")
    content = (tmp_path / "a.onnx").read_bytes()
    assert "n\ufffd1".encode() in content and "n\ufffd1_1".encode() in content


@pytest.fixture
def sums(write_model):
    """Two layers, to each of which an ADD adds a constant: a layer without a bias, and one that has a bias."""

    def build(graph):
        weights = graph.constant([[1.0] * 4] * 4)
        bias, added = graph.constant([0.5] * 4), graph.constant([1.5] * 4)
        x = graph.input([1, 4], name="x")
        outputs = []
        for operands in ([x, weights, None], [x, weights, bias]):
            outputs.append(graph.node("ADD", [graph.node("FULLY_CONNECTED", operands, [1, 4]), added], [1, 4]))
        graph.outputs(*outputs)

    return write_model(build)


def test_matches_that_passes_refuse_are_told(convert, sums, tmp_path):
    written, report = tmp_path / "model.onnx", tmp_path / "report.json"
    quiet = convert(sums, written, "--report", report)
    told = convert(sums, written, "--explain-passes")
    refusal = "fold_biases: node 3 ADD: the layer has a bias\n"
    assert quiet.returncode == told.returncode == 0, told.stderr
    assert refusal in told.stdout and told.stdout.endswith(quiet.stdout) and refusal not in quiet.stdout
    assert json.loads(report.read_text())["pass_refusals"] == [
        {"pass": "fold_biases", "op": "ADD", "node": 3, "reason": "the layer has a bias"}]


def test_the_graph_is_printed_after_a_pass(convert, sums, tmp_path):
    before, after, written, skipped = (
        convert(sums, tmp_path / "model.onnx", "--dump-after", name)
        for name in ("prepare", "fold_biases", "number_nodes", "fold_quantization"))
    assert before.returncode == 0, before.stderr
    assert before.stdout.count(" ADD (") == 2 and after.stdout.count(" ADD (") == 1
    assert "float32 1x4" in before.stdout and " stored" in before.stdout
    assert written.stdout.count(" Gemm (") == 2
    assert skipped.stdout.startswith("the pass fold_quantization did not run\n")


def test_passes_of_the_page_are_those_of_the_program(start):
    page = pathlib.Path(__file__).resolve().parents[2] / "docs" / "design" / "onnx.md"
    assert start("litevk-tflite2onnx", "--list-passes").stdout in page.read_text()
