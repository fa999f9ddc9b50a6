"""litevk-run's command line: values in and out, comparisons, bisection, exit statuses."""

import json

import numpy as np
import pytest


def two_adds(graph):
    """z = (x + y) * x + y"""
    x, y = graph.input([2, 3], name="in:x"), graph.input([2, 3], name="y")
    product = graph.node("MUL", [graph.node("ADD", [x, y], [2, 3]), x], [2, 3])
    graph.outputs(graph.node("ADD", [product, y], [2, 3]))


def relu(graph, shape=(1, 4), dtype="float32"):
    graph.outputs(graph.node("RELU", [graph.input(shape, dtype, name="x")], shape, dtype=dtype))


def save(folder, prefix, *arrays):
    folder.mkdir(exist_ok=True)
    for index, values in enumerate(arrays):
        np.save(folder / f"{prefix}_{index}.npy", values)
    return folder


def one_line(process):
    """The sentence on standard error."""
    (line,) = process.stderr.strip().splitlines()
    return line


def test_values_from_files(start, write_model, tmp_path):
    x, y = np.arange(6, dtype=np.float32).reshape(2, 3), np.ones((2, 3), np.float32)
    np.save(tmp_path / "x.npy", x)
    np.save(tmp_path / "y.npy", y)
    files = ["--input", tmp_path / "x.npy", "--input", tmp_path / "y.npy"]
    process = start("litevk-run", write_model(two_adds), *files, "--output-dir", tmp_path / "out")
    assert process.returncode == 0, process.stderr
    assert np.array_equal(np.load(tmp_path / "out" / "output_0.npy"), (x + y) * x + y)


def test_an_array_resizes_its_input(start, write_model, tmp_path):
    folder = save(tmp_path / "in", "input", -np.ones((5, 4), np.float32))
    process = start("litevk-run", write_model(relu), "--input-dir", folder, "--output-dir", tmp_path / "out")
    assert process.returncode == 0, process.stderr
    assert np.load(tmp_path / "out" / "output_0.npy").shape == (5, 4)


def test_shape_splits_at_the_last_colon(start, write_model, tmp_path):
    shapes = ["--shape", "in:x:4,3", "--shape", "y:4,3"]
    process = start("litevk-run", write_model(two_adds), *shapes, "--output-dir", tmp_path / "out")
    assert process.returncode == 0, process.stderr
    assert np.load(tmp_path / "out" / "output_0.npy").shape == (4, 3)


@pytest.mark.parametrize("dtype", ["float32", "int8", "uint8", "int32", "int64", "bool"])
def test_seeded_values(start, write_model, tmp_path, dtype):
    def copy(graph):
        x = graph.input([1000], dtype)
        graph.outputs(graph.node("RESHAPE", [x, graph.constant([10, 100], "int32")], [10, 100], dtype=dtype))

    model = write_model(copy)
    for folder, seed in (("a", 1), ("b", 1), ("c", 2)):
        process = start("litevk-run", model, "--random-seed", seed, "--output-dir", tmp_path / folder)
        assert process.returncode == 0, process.stderr
    a, b, c = (np.load(tmp_path / folder / "output_0.npy") for folder in "abc")
    assert np.array_equal(a, b) and not np.array_equal(a, c)
    assert a.dtype == np.dtype(dtype)
    if dtype == "float32":
        assert a.min() >= -1 and a.max() < 1 and a.min() < -0.9 and a.max() > 0.9
    elif dtype == "bool":
        assert 400 < np.count_nonzero(a) < 600
    else:
        info = np.iinfo(dtype)
        assert a.min() < info.min / 2 + info.max / 4 and a.max() > info.max / 2


def test_strings(start, write_model, tmp_path):
    def copy(graph):
        x = graph.input([3], "string")
        graph.outputs(graph.node("RESHAPE", [x, graph.constant([3, 1], "int32")], [3, 1], dtype="string"))

    values = np.array(["", "ab", "\u00e9\u4e2d\U0001f600"])
    folder = save(tmp_path / "in", "input", values)
    process = start("litevk-run", write_model(copy), "--input-dir", folder, "--output-dir", tmp_path / "out")
    assert process.returncode == 0, process.stderr
    assert np.load(tmp_path / "out" / "output_0.npy").ravel().tolist() == values.tolist()


def test_compare_with_a_folder(start, write_model, tmp_path):
    model = write_model(relu)
    inputs = save(tmp_path / "in", "input", np.array([[1, 2, 3, 4]], np.float32))
    save(tmp_path / "same", "output", np.array([[1, 2, 3, 4]], np.float32))
    save(tmp_path / "other", "output", np.array([[1, 2, 3.5, np.nan]], np.float32))
    same = start("litevk-run", model, "--input-dir", inputs, "--compare", tmp_path / "same")
    assert same.returncode == 0 and "agrees" in same.stdout
    report = tmp_path / "report.json"
    other = start(
        "litevk-run", model, "--input-dir", inputs, "--compare", tmp_path / "other", "--report", report
    )
    assert other.returncode == 1 and "DIFFERS" in other.stdout
    comparison = json.loads(report.read_text())["outputs"][0]["comparison"]
    assert comparison["largest"] == 0.5 and comparison["where"] == [0, 2]
    assert comparison["nan_mismatches"] == 1 and not comparison["agrees"]
    wide = start(
        "litevk-run", model, "--input-dir", inputs, "--compare", tmp_path / "same", "--atol", 0, "--rtol", 0
    )
    assert wide.returncode == 0


def test_compare_and_bisect_find_a_wrong_node(start, write_model, faulty):
    model = write_model(two_adds)
    wrong = ["--delegate", faulty, "--delegate-option", "fault=value"]
    right = start("litevk-run", model, "--delegate", faulty, "--compare", "cpu", "--bisect")
    assert right.returncode == 0, right.stdout + right.stderr
    compared = start("litevk-run", model, *wrong, "--compare", "cpu")
    assert compared.returncode == 1 and "DIFFERS" in compared.stdout
    bisected = start("litevk-run", model, *wrong, "--bisect")
    assert bisected.returncode == 1 and "node 0 ADD is the first to depart" in bisected.stdout


def test_profile_names_every_node(start, write_model):
    process = start("litevk-run", write_model(two_adds), "--profile", "--runs", 3, "--warmup", 1)
    assert process.returncode == 0, process.stderr
    rows = [line.split()[1] for line in process.stdout.splitlines() if "%" in line]
    assert rows == ["ADD", "MUL", "ADD"]
    assert "3 runs" in process.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--runs", "0"],
        ["--unknown"],
        ["--shape", "x"],
        ["--shape", "x:1,a"],
        ["--shape", "x:1,"],
        ["--delegate-option", "novalue"],
        ["--bisect"],
        ["--input", "a.npy", "--input-dir", "b"],
    ],
    ids=" ".join,
)
def test_bad_usage_is_2(start, write_model, arguments):
    model = [] if not arguments else [write_model(relu)]
    process = start("litevk-run", *model, *arguments)
    assert process.returncode == 2 and process.stderr


def test_what_cannot_run_is_3_with_one_sentence(start, write_model, tmp_path):
    model = write_model(relu)
    (tmp_path / "text.tflite").write_text("no model")
    (tmp_path / "text.npy").write_text("no array")
    wide = save(tmp_path / "wide", "input", np.ones((1, 4)))
    two = save(tmp_path / "two", "input", np.ones((1, 4), np.float32), np.ones((1, 4), np.float32))
    for arguments, text in (
        ([tmp_path / "missing.tflite"], "missing.tflite"),
        ([tmp_path / "text.tflite"], "text.tflite"),
        ([model, "--input", tmp_path / "text.npy"], "text.npy: is no .npy file"),
        ([model, "--input", tmp_path / "no.npy"], "no.npy: cannot be opened"),
        ([model, "--input-dir", wide], "takes float32, the array holds float64"),
        ([model, "--input-dir", two], "has 1 inputs, 2 files"),
        ([model, "--shape", "z:1"], "no input is named z; the model has x"),
        ([model, "--delegate", tmp_path / "no.so"], "no.so"),
        ([model, "--custom-op-library", tmp_path / "no.so"], "no.so"),
        ([model, "--compare", tmp_path], "1 outputs, the reference 0"),
    ):
        process = start("litevk-run", *arguments)
        assert process.returncode == 3, (arguments, process.stdout)
        assert text in one_line(process)


def test_a_delegate_that_refuses_its_options(start, write_model, faulty):
    process = start("litevk-run", write_model(relu), "--delegate", faulty, "--delegate-option", "a=b")
    assert process.returncode == 3 and "the only option is fault" in one_line(process)


def test_vulkan_is_the_library_beside_the_program(start, write_model):
    options = ["--delegate", "vulkan", "--delegate-option", "backend=reference", "--compare", "cpu"]
    process = start("litevk-run", write_model(relu), *options)
    assert process.returncode == 0, process.stderr
    assert "1 of them partitions of the delegate" in process.stdout


def test_the_delegate_judges_the_shapes_of_the_command_line(start, write_model, tmp_path):
    """Its ADD takes four dims: one of five is left to the interpreter, where it was not asked for four before."""

    def relu_and_add(graph):
        x = graph.input([1, 2, 2, 4], name="x")
        y = graph.node("RELU", [x], [1, 2, 2, 4])
        graph.outputs(graph.node("ADD", [y, y], [1, 2, 2, 4]))

    report = tmp_path / "report.json"
    options = ["--delegate", "vulkan", "--delegate-option", "backend=reference"]
    options += ["--delegate-option", f"report_path={report}", "--compare", "cpu"]
    process = start("litevk-run", write_model(relu_and_add), "--shape", "x:1,3,2,2,4", *options)
    assert process.returncode == 0, process.stderr
    assert "cannot run in the new shapes" not in process.stderr
    content = json.loads(report.read_text())
    assert "fallbacks" not in content
    nodes = content["subgraphs"][0]["nodes"]
    assert [(node["op"], node["reason_code"]) for node in nodes] == [("RELU", "SUPPORTED"), ("ADD", "CONSTRAINT")]


def test_open_shapes(start, write_model, tmp_path):
    """Frames of a signal: the file's 1 in an open dim makes none."""

    def frames(graph):
        x = graph.input([1, 1], name="x", signature=[-1, -1])
        y = graph.node("RESHAPE", [x, graph.constant([-1, 25], "int32")], [1, 25])
        weights = graph.constant(np.linspace(-1, 1, 200, dtype=np.float32).reshape(8, 25))
        graph.outputs(graph.node("FULLY_CONNECTED", [y, weights, None], [1, 8]))

    report = tmp_path / "report.json"
    options = ["--delegate", "vulkan", "--delegate-option", "backend=reference", "--compare", "cpu"]
    options += ["--delegate-option", f"report_path={report}", "--shape", "x:2,75"]
    process = start("litevk-run", write_model(frames), *options, "--output-dir", tmp_path / "out")
    assert process.returncode == 0, process.stderr
    assert np.load(tmp_path / "out" / "output_0.npy").shape == (6, 8)
    assert json.loads(report.read_text())["subgraphs"][0]["nodes_delegated"] == 2
