"""litevk-run: the values of inputs, from files, names and seeds, and those of outputs beside others."""

import json

import numpy as np
import pytest

from model_builder import ModelBuilder
from run_models import one_line, relu, save, two_adds


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
        # Token ids within every embedding, pixels, and all integers of 8 bits.
        low, high = {"uint8": (0, 255), "int8": (-128, 127)}.get(dtype, (0, 99))
        width = high - low
        assert low <= a.min() < low + width / 20 and high - width / 20 < a.max() <= high


def embedding(graph):
    """A GATHER of rows from a table of 100 rows; the input holds token ids."""
    ids, table = graph.input([1, 16], "int32", name="ids"), graph.constant(np.arange(200.0).reshape(100, 2))
    graph.outputs(graph.node("GATHER", [table, ids], [1, 16, 2], axis=0))


def test_tokens_are_valid_indices(start, write_model):
    process = start("litevk-run", write_model(embedding))
    assert process.returncode == 0, process.stderr


def test_random_indices_that_the_model_does_not_have(start, write_model):
    def build(graph):
        ids, table = graph.input([1, 16], "int32", name="serving:ids"), graph.constant(np.ones((20, 2)))
        graph.outputs(graph.node("GATHER", [table, ids], [1, 16, 2], axis=0))

    model = write_model(build)
    hint = "input 'serving:ids' had random numbers from 0 to 99; --input_layer_value_range=serving::ids,0,9 would have others"
    for program, flags in ("litevk-run", []), ("litevk-bench", ["--use_cpu", "--num_runs=1", "--min_secs=0"]):
        process = start(program, model, *flags)
        assert process.returncode == 3 and process.stderr.rstrip().splitlines()[-1] == hint, process.stderr
        assert start(program, model, *flags, "--input_layer_value_range=serving::ids,0,9").returncode == 0
    assert hint not in start("litevk-run", model, "--input_layer_value_range=serving::ids,5,90").stderr


def copy_of(shape, dtype, name="x:0"):
    def build(graph):
        x = graph.input(shape, dtype, name=name)
        new_shape = graph.constant([*shape, 1], "int32")
        graph.outputs(graph.node("RESHAPE", [x, new_shape], [*shape, 1], dtype=dtype))

    return build


@pytest.mark.parametrize("dtype, low, high", [("int32", 5, 7), ("uint8", 250, 255), ("int64", -3, -3), ("float32", 2, 2.5)])
def test_a_range_of_values(start, write_model, tmp_path, dtype, low, high):
    ranges = f"--input_layer_value_range=x::0,{low},{high}"
    process = start("litevk-run", write_model(copy_of([500], dtype)), ranges, "--output-dir", tmp_path / "out")
    assert process.returncode == 0, process.stderr
    values = np.load(tmp_path / "out" / "output_0.npy")
    if dtype == "float32":
        assert values.min() >= low and values.max() <= high and values.std() > 0.1
    else:
        assert set(values.ravel()) == set(range(low, high + 1))


def test_values_from_named_files(start, write_model, tmp_path):
    def build(graph):
        a, b = graph.input([2, 2], name="a"), graph.input([2, 2], name="b")
        graph.outputs(graph.node("SUB", [a, b], [2, 2]))

    a, b = np.arange(4, dtype=np.float32).reshape(2, 2), np.full((2, 2), 0.5, np.float32)
    np.save(tmp_path / "a.npy", a)
    b.tofile(tmp_path / "b.raw")
    files = f"--input_layer_value_files=b:{tmp_path}/b.raw,a:{tmp_path}/a.npy"
    process = start("litevk-run", write_model(build), files, "--output-dir", tmp_path / "out")
    assert process.returncode == 0, process.stderr
    assert np.array_equal(np.load(tmp_path / "out" / "output_0.npy"), a - b)


def test_strings_from_lines(start, write_model, tmp_path):
    (tmp_path / "lines.txt").write_text("one\ntwo words\n\n")
    files = f"--input_layer_value_files=x::0:{tmp_path}/lines.txt"
    model = write_model(copy_of([3], "string"))
    process = start("litevk-run", model, files, "--output-dir", tmp_path / "out")
    assert process.returncode == 0, process.stderr
    assert np.load(tmp_path / "out" / "output_0.npy").ravel().tolist() == ["one", "two words", ""]
    (tmp_path / "lines.txt").write_text("one\n")
    assert "has 1 lines, expected 3" in one_line(start("litevk-run", model, files))


def test_values_that_do_not_fit(start, write_model, tmp_path):
    model = write_model(copy_of([1, 4], "uint8"))
    np.save(tmp_path / "wide.npy", np.ones((1, 5), np.uint8))
    np.save(tmp_path / "ints.npy", np.ones((1, 4), np.int32))
    (tmp_path / "short.raw").write_bytes(b"123")
    for flag, text in (
        ("range=y,0,1", "--input_layer_value_range: no input is named y; the model has x:0"),
        ("range=x::0,0,256", "input 'x:0': the range 0 to 256 is not within 0 to 255, what uint8 takes"),
        ("range=x::0,0,0.5", "has a fraction"),
        (f"files=y:{tmp_path}/wide.npy", "--input_layer_value_files: no input is named y"),
        (f"files=x::0:{tmp_path}/wide.npy", "wide.npy: holds uint8 1x5, expected uint8 1x4"),
        (f"files=x::0:{tmp_path}/ints.npy", "ints.npy: holds int32 1x4, expected uint8 1x4"),
        (f"files=x::0:{tmp_path}/short.raw", "short.raw: has 3 bytes, expected 4 for uint8 1x4"),
        (f"files=x::0:{tmp_path}/none.raw", "none.raw: cannot be opened"),
    ):
        process = start("litevk-run", model, f"--input_layer_value_{flag}")
        assert process.returncode == 3 and text in one_line(process), process.stderr


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_complex_values(start, write_model, tmp_path, dtype):
    def build(graph):
        graph.outputs(graph.input([3], dtype, name="x"))

    model = write_model(build)
    values = np.array([1 + 2j, -3j, 0.5], dtype)
    folder = save(tmp_path / "in", "input", values)
    process = start("litevk-run", model, "--input-dir", folder, "--output-dir", tmp_path / "out")
    assert process.returncode == 0, process.stderr
    assert f"input 0 'x': {dtype} 3\noutput 0 'x': {dtype} 3\n" in process.stdout
    assert np.array_equal(np.load(tmp_path / "out" / "output_0.npy"), values)
    random = start("litevk-run", model)
    if dtype == "complex64":
        assert random.returncode == 0, random.stderr
    else:
        assert f"no values of type {dtype} can be made; give a file" in one_line(random)


def two_signatures():
    """A model with the signature "double" in the primary subgraph and "square" in another, both from x0 to y0."""
    model = ModelBuilder()
    for name, op in (("double", "ADD"), ("square", "MUL")):
        graph = model.subgraph(name)
        x = graph.input([2])
        graph.outputs(graph.node(op, [x, x], [2]))
        model.signature(name, len(model.table.subgraphs) - 1)
    return model.serialize()


def test_signatures(start, tmp_path):
    model = tmp_path / "model.tflite"
    model.write_bytes(two_signatures())
    folder = save(tmp_path / "in", "input", np.array([3, 4, 5], np.float32))
    expected = {"double": [6, 8, 10], "square": [9, 16, 25]}
    for name, values in expected.items():
        arguments = ["--signature", name, "--input-dir", folder, "--output-dir", tmp_path / name, "--profile"]
        process = start("litevk-run", model, *arguments)
        assert process.returncode == 0, process.stderr
        assert np.load(tmp_path / name / "output_0.npy").tolist() == values
        assert "output 0 'y0': float32 3" in process.stdout
        assert {"double": "ADD", "square": "MUL"}[name] in process.stdout
    process = start("litevk-run", model, "--signature", "cube")
    assert process.returncode == 3
    assert "no signature 'cube'; it has double(x0) -> (y0); square(x0) -> (y0)" in one_line(process)
    files = f"--input_layer_value_files=x0:{folder}/input_0.npy"
    process = start("litevk-run", model, "--signature", "square", "--shape", "x0:3", files, "--delegate", "vulkan",
                    "--delegate-option", "backend=reference", "--compare", "cpu", "--bisect")
    assert process.returncode == 0, process.stdout + process.stderr


def test_no_signature_was_chosen(start, tmp_path):
    """The main subgraph runs, and a line says so before anything can fail."""
    model, report = tmp_path / "model.tflite", tmp_path / "report.json"
    model.write_bytes(two_signatures())
    process = start("litevk-run", model, "--report", report)
    note = "the model has 2 signatures, and 'double' is taken; --signature NAME takes another: 'square'"
    assert process.returncode == 0 and one_line(process) == f"litevk-run: {note}"
    assert f"litevk: {note}" in process.stdout.splitlines() and json.loads(report.read_text())["notes"] == [note]
    chosen = start("litevk-run", model, "--signature", "double")
    assert chosen.returncode == 0 and chosen.stderr == "" and "signatures" not in chosen.stdout


def test_a_model_without_signatures(start, write_model):
    process = start("litevk-run", write_model(relu), "--signature", "a")
    assert process.returncode == 3 and "no signature 'a'; it has none" in one_line(process)


def test_strings(start, write_model, tmp_path):
    def copy(graph):
        x = graph.input([3], "string")
        graph.outputs(graph.node("RESHAPE", [x, graph.constant([3, 1], "int32")], [3, 1], dtype="string"))

    values = np.array(["", "ab", "\u00e9\u4e2d\U0001f600"])
    folder = save(tmp_path / "in", "input", values)
    process = start("litevk-run", write_model(copy), "--input-dir", folder, "--output-dir", tmp_path / "out")
    assert process.returncode == 0, process.stderr
    assert np.load(tmp_path / "out" / "output_0.npy").ravel().tolist() == values.tolist()


@pytest.mark.parametrize("option", ["--output-dir", "--report", "--signature", "--input"])
def test_an_empty_value_is_bad_usage(start, write_model, option):
    process = start("litevk-run", write_model(relu), option, "")
    diagnostic = process.stderr.splitlines()[0]
    assert process.returncode == 2 and option in diagnostic and diagnostic.endswith(": its value is empty")
