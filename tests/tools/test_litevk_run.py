"""litevk-run's command line: values in and out, comparisons, bisection, exit statuses."""

import json
import os
import re
import signal
import subprocess
import time

import numpy as np
import pytest

from driver_file import driver_file
from graph_builder import CPU_ONLY, cpu_only
from model_builder import ModelBuilder


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
    """The only line on standard error."""
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


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "int64", "uint32", "bool"])
def test_differences_of_integers_are_counted(start, write_model, tmp_path, dtype):
    def copy(graph):
        graph.outputs(graph.node("RESHAPE", [graph.input([4], dtype), graph.constant([2, 2], "int32")], [2, 2], dtype=dtype))

    ends = (0, 1) if dtype == "bool" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
    inputs = save(tmp_path / "in", "input", np.array([0, 1, ends[1], 1], dtype))
    save(tmp_path / "other", "output", np.array([[0, 0], [ends[0], 1]], dtype))
    report = tmp_path / "report.json"
    options = ["--input-dir", inputs, "--compare", tmp_path / "other", "--report", report]
    process = start("litevk-run", write_model(copy), *options)
    largest = float(ends[1] - ends[0])
    place = "[0, 1]" if dtype == "bool" else "[1, 0]"
    line = f"DIFFERS: largest difference {largest:.3g}, mean {(largest + 1) / 4:.3g}, 2 of 4 values outside, worst at {place}"
    line += {"bool": ": 2 off by 1", "int8": ": 1 off by 1, 1 by 255", "uint8": ": 1 off by 1, 1 by 255"}.get(dtype, ": 1 off by 1, 1 by more")
    assert process.returncode == 1 and line in process.stdout, process.stdout
    comparison = json.loads(report.read_text())["outputs"][0]["comparison"]
    assert (comparison["values"], comparison["values_outside"], comparison["largest"]) == (4, 2, largest)


NAME = "name_of_the_output"  # a placeholder; a replacement is padded to its length


def rename(model, name):
    """Replaces the output's name NAME in the model's file by `name`, which need not be UTF-8."""
    data = model.read_bytes()
    assert len(name) <= len(NAME) and data.count(NAME.encode()) == 1
    model.write_bytes(data.replace(NAME.encode(), name.ljust(len(NAME), b".")))
    return model


def named_relu(graph):
    graph.outputs(graph.op("RELU", [graph.input([1, 4], name="x")], [graph.tensor([1, 4], name=NAME)]))


def custom_node(graph):
    graph.outputs(graph.node(f"CUSTOM:{NAME}", [graph.input([1])], [1]))

def quantized_functions(graph, of_floats):
    """Passes an int8 input through ELU in floats or LOGISTIC in integers."""
    x = graph.tensor([1, 4], "int8", quantization={"scale": 0.05, "zero_point": 0})
    graph.table.inputs.append(x)
    y = graph.tensor([1, 4], "int8", quantization={"scale": 1 / 256, "zero_point": -128})
    if of_floats:
        floats = graph.node("ELU", [graph.node("DEQUANTIZE", [x], [1, 4], version=2)], [1, 4])
        graph.op("QUANTIZE", [floats], [y])
        # TRANSPOSE only moves the values, so the difference of a step reaches the output.
        y, moved = graph.tensor([4, 1], "int8", quantization={"scale": 1 / 256, "zero_point": -128}), y
        graph.op("TRANSPOSE", [moved, graph.constant([1, 0], "int32")], [y], version=2)
    else:
        graph.op("LOGISTIC", [x], [y], version=2)
    graph.outputs(y)


@pytest.mark.parametrize("of_floats, steps, agrees", [(True, 1, True), (True, 2, False), (False, 1, False), (False, 0, True)])
def test_a_step_behind_functions_of_floats(start, write_model, tmp_path, of_floats, steps, agrees):
    """After functions of floats, a difference of the last bit may become a step, so one step agrees. Integers must be equal."""
    model = write_model(lambda graph: quantized_functions(graph, of_floats))
    flags, folder = ["--input", tmp_path / "x.npy"], tmp_path / "out"
    np.save(tmp_path / "x.npy", np.array([[-20, -1, 3, 7]], np.int8))
    assert start("litevk-run", model, *flags, "--output-dir", folder).returncode == 0
    values = np.load(folder / "output_0.npy")
    values.flat[1] += steps
    np.save(folder / "output_0.npy", values)
    process = start("litevk-run", model, *flags, "--compare", folder, "--report", tmp_path / "run.json")
    assert process.returncode == (0 if agrees else 1), process.stdout
    assert ("functions of floats lead to the output" in process.stdout) == (of_floats and steps > 0)
    comparison = json.loads((tmp_path / "run.json").read_text())["outputs"][0]["comparison"]
    assert comparison["off_by"] == ({str(steps): 1} if steps else {}) and comparison["allowed_steps"] == int(of_floats)
    assert comparison["values_outside"] == int(not agrees)


@pytest.mark.parametrize("options", [[], ["--delegate", "vulkan", "--delegate-option", "backend=reference"]], ids=str)
def test_a_name_that_is_not_utf8(start, write_model, tmp_path, options):
    model, report = rename(write_model(named_relu), b"a\xff\xc3(\xed\xa0\x80b"), tmp_path / "report.json"
    bisect = ["--bisect"] if options else []
    process = start("litevk-run", model, *options, "--compare", "cpu", *bisect, "--report", report)
    assert process.returncode == 0, process.stderr
    assert json.loads(report.read_text())["outputs"][0]["name"].startswith("a\ufffd\ufffd(")
    assert "'a\\xff\\xc3(\\xed\\xa0\\x80b" in process.stdout


CONTROL = b"\x1b]0;title\x07\r\n\x7f\xc2\x9b!"


def test_control_characters_do_not_reach_a_terminal(build_dir, write_model):
    named, custom = rename(write_model(named_relu), CONTROL), rename(write_model(custom_node, "custom.tflite"), CONTROL)
    written = r"\x1b]0;title\x07\r\n\x7f\u009b!"
    verbose = ["--delegate", "vulkan", "--delegate-option", "backend=reference", "--delegate-option", "log_level=verbose"]
    commands = {
        ("litevk-run", named, "--profile"): f"output 0 '{written}",
        ("litevk-run", named, *verbose): f"output 0 '{written}",
        ("litevk-run", named, "--shape", "\x1b[31m:1"): r"no input is named \x1b[31m",
        ("litevk-run", custom): r"\x1b]0;title",
        ("litevk-run", custom, *verbose): f"-  {written}",
        ("litevk-run", named, "--no-option\x1b[31m"): r"\x1b[31m",
        ("litevk-versions", custom): f"0:0  {written}",
        ("litevk-versions", custom, "--json"): r'"op": "\u001b]0;title\u0007\r\n\u007f\u009b!',
        ("litevk-bench", "--graph", custom, "--use_cpu"): r"\x1b]0;title",
    }
    for command, expected in commands.items():
        process = subprocess.run([build_dir / command[0], *command[1:]], capture_output=True, check=False, timeout=60)
        text = (process.stdout + process.stderr).decode()
        assert expected in text and not set(text) & {*"\x1b\x07\r\x7f\x9b"}, (command, text)


def test_compare_and_bisect_find_a_wrong_node(start, write_model, faulty):
    model = write_model(two_adds)
    wrong = ["--delegate", faulty, "--delegate-option", "fault=value"]
    right = start("litevk-run", model, "--delegate", faulty, "--compare", "cpu", "--bisect")
    assert right.returncode == 0, right.stdout + right.stderr
    compared = start("litevk-run", model, *wrong, "--compare", "cpu")
    assert compared.returncode == 1 and "DIFFERS" in compared.stdout
    bisected = start("litevk-run", model, *wrong, "--bisect")
    assert bisected.returncode == 1 and "node 0 ADD is the first to depart" in bisected.stdout


def test_outputs_are_the_first_runs(start, write_model, tmp_path):
    """Later runs continue from the states that the first run left, but the written outputs are the first run's."""

    def build(graph):
        weights = [graph.constant(np.full(shape, 0.5)) for shape in ((2, 3), (2, 2), (2,))]
        state = graph.tensor([1, 2], variable=True)
        x = graph.input([1, 4, 3])
        graph.outputs(graph.node("UNIDIRECTIONAL_SEQUENCE_RNN", [x, *weights, state], [1, 4, 2],
                                 fusedActivationFunction="TANH"))

    model = write_model(build)
    once = start("litevk-run", model, "--output-dir", tmp_path / "once")
    often = start("litevk-run", model, "--runs", 3, "--warmup", 1, "--compare", "cpu", "--output-dir", tmp_path / "often")
    assert once.returncode == often.returncode == 0, often.stdout + often.stderr
    assert np.array_equal(*(np.load(tmp_path / folder / "output_0.npy") for folder in ("once", "often")))


def test_profile_names_every_node(start, write_model):
    process = start("litevk-run", write_model(two_adds), "--profile", "--runs", 3, "--warmup", 1)
    assert process.returncode == 0, process.stderr
    rows = [line.split()[1] for line in process.stdout.splitlines() if "%" in line]
    assert rows == ["ADD", "MUL", "ADD"]
    assert "3 runs" in process.stdout


def test_profile_lists_the_dispatches_of_a_partition(start, write_model, tmp_path, monkeypatch):
    def build(graph):
        x = graph.input([1, 8, 8, 4])
        weights = [graph.constant(np.ones(shape)) for shape in ((4, 1, 1, 4), (4,))]
        conv = graph.node("CONV_2D", [x, *weights], [1, 8, 8, 4], padding="SAME", strideH=1, strideW=1)
        y = cpu_only(graph, graph.node("TANH", [conv], [1, 8, 8, 4]), 1, [1, 8, 8, 4])
        graph.outputs(graph.node("SOFTMAX", [y], [1, 8, 8, 4], beta=1.0))

    monkeypatch.setenv("VK_ICD_FILENAMES", driver_file("lvp"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    options = ["--delegate", "vulkan"]
    for option in ("allow_cpu_device=1", "partition_policy=all"):
        options += ["--delegate-option", option]
    report = tmp_path / "run.json"
    process = start("litevk-run", write_model(build), *options, "--profile", "--runs", 3, "--report", report)
    assert process.returncode == 0, process.stderr
    rows = [line.split() for line in process.stdout.splitlines() if "%" in line]
    # A partition's row, its dispatches by the node of the model, and what was fused into each.
    assert [row[:-2] for row in rows if "litevk" not in " ".join(row).lower()] == [
        ["0", "CONV_2D", "+", "TANH", "1"], ["2", CPU_ONLY], ["3", "SOFTMAX"]]
    assert len(rows) == 5 and rows[1][1] == "CONV_2D" and rows[4][1] == "SOFTMAX"
    dispatches = json.loads(report.read_text())["dispatches"]
    assert [(d["partition"], d["node"], d["op"], d["fused_ops"]) for d in dispatches] == [
        (0, 0, "CONV_2D", ["TANH 1"]), (1, 3, "SOFTMAX", [])]
    assert all(d["mean_milliseconds"] > 0 for d in dispatches)
    assert not list(tmp_path.glob("litevk-*"))


@pytest.mark.parametrize(
    "end, status", [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM), (signal.SIGABRT, -signal.SIGABRT)]
)
def test_its_own_report_is_private_and_goes_when_a_signal_ends_it(build_dir, write_model, tmp_path, end, status):
    command = [build_dir / "litevk-run", write_model(relu), "--delegate", "vulkan"]
    command += ["--delegate-option", "backend=reference", "--runs", "1000000000"]
    process = subprocess.Popen(command, env={**os.environ, "TMPDIR": str(tmp_path)}, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not list(tmp_path.glob("litevk-*/*.json")) and time.monotonic() < deadline:
        time.sleep(0.01)
    (folder,) = tmp_path.glob("litevk-*")
    assert folder.stat().st_mode & 0o777 == 0o700
    process.send_signal(end)
    assert process.wait(timeout=60) == status
    assert not list(tmp_path.glob("litevk-*"))


def test_no_node_is_taken(start, write_model):
    def build(graph):
        x = graph.input([4])
        for _ in range(3):
            x = cpu_only(graph, x, 4, [4])
        graph.outputs(x)

    options = ["--delegate", "vulkan", "--delegate-option", "backend=reference"]
    line = f'litevk: no node of 3 runs on the GPU: 3 times "not supported on the GPU" ({CPU_ONLY})'
    process = start("litevk-run", write_model(build), *options)
    assert process.returncode == 0 and line in process.stdout and one_line(process) == line
    silent = start("litevk-run", write_model(build), *options, "--delegate-option", "log_level=error")
    assert line in silent.stdout and silent.stderr == ""
    other = start("litevk-run", write_model(relu), *options)
    assert "no node" not in other.stdout + other.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--input_layer_value_range", "x,1"],
        ["--input_layer_value_range", "x,2,1"],
        ["--input_layer_value_range", "x,a,1"],
        ["--input_layer_value_files", "x"],
        ["--input_layer_value_files", "x:a:b"],
        ["--input", "a.npy", "--input_layer_value_range", "x,0,1"],
        ["--runs", "0"],
        ["--runs", "2000000000"],
        ["--warmup", "-1"],
        *([option, value] for option in ("--atol", "--rtol") for value in ("nan", "inf", "-inf", "-1", "1e999", "one")),
        ["--unknown"],
        ["--shape", "x"],
        ["--shape", "x:1,a"],
        ["--shape", "x:1,"],
        ["--delegate-option", "novalue"],
        ["--bisect"],
        ["--input", "a.npy", "--input-dir", "b"],
        ["--json", "/nonexist/report.json"],
        ["-o", "strict=1"],
    ],
    ids=" ".join,
)
def test_bad_usage_is_2(start, write_model, arguments):
    model = [] if not arguments else [write_model(relu)]
    process = start("litevk-run", *model, *arguments)
    assert process.returncode == 2 and process.stderr


@pytest.mark.parametrize("arguments, sentence", [
    (["--runs", "-3"], '--runs: expected 1 or more, found "-3"'),
    (["--runs", "99999999999999999999"], '--runs: expected at most 1000000000, found "99999999999999999999"'),
    (["--warmup", "few"], '--warmup: expected a whole number, found "few"'),
    (["--delegate", "vulcan"], '--delegate: "vulcan" is neither none, vulkan nor a file; did you mean "vulkan"?'),
    (["--delgate", "vulkan"], 'there is no option --delgate; did you mean "--delegate"?'),
    (["--input-shape", "x:1,8"], 'there is no option --input-shape; did you mean "--shape"?'),
    (["--report", "/nonexist/report.json"], "the folder /nonexist does not exist"),
    (["--delegate", "/nonexist/no.so"], "--delegate: the file /nonexist/no.so does not exist"),
    (["-o", "strict=1"], "-o is for a delegate: add --delegate vulkan"),
    (["more"], '"more" is one argument too many'),
    (["--input", "a.npy", "b.npy"], '"b.npy" is one argument too many; each value has its own --input: --input b.npy'),
    (["--input=a.npy", "b.npy"], '"b.npy" is one argument too many; each value has its own --input: --input b.npy'),
    (["--allow_cpu_device"], "there is no option --allow_cpu_device; an option of the delegate is given as -o KEY=VALUE"),
    (["--random-seed", "-1"], '--random-seed: expected 0 or more, found "-1"'),
    (["--compare", "gpu"], "--compare: expected cpu or a folder: the folder gpu does not exist"),
])
def test_what_is_wrong_is_said_before_the_run(start, arguments, sentence):
    process = start("litevk-run", "/no/model.tflite", *arguments)
    assert process.returncode == 2
    assert process.stderr.splitlines()[0] == f"litevk-run: {sentence}"


def test_a_wrong_option_of_the_delegate(start, write_model):
    def said(option):
        process = start("litevk-run", write_model(relu), "--delegate", "vulkan", "-o", option)
        return process.returncode, process.stderr

    status, line = said("devcie_id=0")
    assert status == 3 and 'there is no such key; did you mean "device_id"?' in line and "max_tile" not in line
    status, line = said("tuning=fats")
    assert status == 3 and 'expected none, fast or exhaustive, found "fats"; did you mean "fast"?' in line
    status, line = said("report_path=/nonexist/report.json")
    assert status == 3 and 'option "report_path": the folder /nonexist does not exist' in line


@pytest.mark.parametrize("program", ["run", "bench", "op-bench", "gpu-cost", "versions", "devices", "delegate-test"])
def test_version_and_help(start, program):
    name = f"litevk-{program}"
    assert re.fullmatch(rf"{name} \d+\.\d+\.\d+\n", start(name, "--version").stdout)
    said = start(name, "--help")
    assert said.returncode == 0 and "--version" in said.stdout and not said.stderr
    wrong = start(name, "--hlep")
    assert wrong.returncode == 2 and 'there is no option --hlep; did you mean "--help"?' in wrong.stderr


PRINTING = {
    "run": ["--help"], "bench": ["--version"], "op-bench": ["--list"], "gpu-cost": ["--help"], "versions": ["MODEL"], "devices": [],
    "delegate-test": ["--delegate", "vulkan", "--list"], "tflite2onnx": ["--list-ops"],
}


@pytest.mark.parametrize("program", PRINTING)
def test_what_is_printed_onto_a_full_disk(build_dir, write_model, program):
    arguments = [str(write_model(relu)) if word == "MODEL" else word for word in PRINTING[program]]
    with open("/dev/full", "w") as full:
        process = subprocess.run([build_dir / f"litevk-{program}", *arguments], stdout=full, stderr=subprocess.PIPE, text=True)
    assert process.returncode == 3
    assert process.stderr.startswith(f"litevk-{program}: standard output cannot be written") and process.stderr.count("\n") == 1


@pytest.mark.parametrize("program, arguments", [("run", ["--delegate", "vulkan", "--profile"]), ("bench", ["--advise"]), ("bench", ["--cold"])])
def test_no_folder_for_temporary_files(build_dir, write_model, program, arguments, tmp_path):
    environment = {**os.environ, "LITEVK_ALLOW_CPU_DEVICE": "1", "TMPDIR": str(tmp_path / "none")}
    command = [build_dir / f"litevk-{program}", write_model(relu), *arguments]
    process = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert process.returncode == 3 and "which the variable TMPDIR names" in process.stderr, process.stderr


@pytest.mark.parametrize("option", ["--output-dir", "--report", "--signature", "--input"])
def test_an_empty_value_is_bad_usage(start, write_model, option):
    process = start("litevk-run", write_model(relu), option, "")
    sentence = process.stderr.splitlines()[0]
    assert process.returncode == 2 and option in sentence and sentence.endswith(": its value is empty")


def test_files_are_not_written_to_standard_output(start, write_model, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for process in (start("litevk-run", write_model(relu), "--report", "-"), start("litevk-tflite2onnx", write_model(relu), "-")):
        assert process.returncode in (2, 3) and 'file "-": files are not written to standard output' in process.stderr
    assert not (tmp_path / "-").exists()


def test_a_resized_input_is_named(start, write_model):
    """The message names the resized input: the node's own message does not say that the user's dims are at fault."""
    def build(graph):
        x = graph.input([1, 8], name="x")
        graph.outputs(graph.node("RESHAPE", [x, graph.constant([2, 4], "int32")], [2, 4], newShape=[2, 4]))

    process = start("litevk-run", write_model(build), "--shape", "x:1,9")
    assert process.returncode == 3
    said = "litevk-run: input 0 'x' was resized from 1x8 to 1x9, which the model does not take: "
    assert process.stderr.startswith(said) and len(process.stderr) > len(said) + 10


def open_relu(graph):
    graph.outputs(graph.node("RELU", [graph.input([1, 3], signature=[-1, 3], name="x")], [1, 3]))


def test_open_dims_that_nobody_set_are_named(start, write_model, tmp_path):
    """The message names the open dims: the node's own message does not say that the sizes in the model's file do not fit."""
    def build(graph):
        x = graph.input([1, 1, 1, 3], signature=[1, -1, -1, 3], name="x")
        options = {"padding": 1, "strideW": 1, "strideH": 1, "filterWidth": 4, "filterHeight": 4}
        graph.outputs(graph.node("AVERAGE_POOL_2D", [x], [1, 1, 1, 3], **options))

    model = write_model(build)
    process = start("litevk-run", model)
    assert process.returncode == 3
    said = "litevk-run: input 0 'x' leaves dims open and is 1x1x1x3 as long as nobody sets them; "
    assert process.stderr.startswith(said) and "--shape NAME:DIMS" in process.stderr
    assert start("litevk-run", model, "--shape", "x:1,8,8,3").returncode == 0
    runs = write_model(open_relu, "runs.tflite")
    note = "litevk: input 0 'x' leaves dims open and is 1x3 as long as nobody sets them; --shape NAME:DIMS does"
    assert note in start("litevk-run", runs).stdout.splitlines()
    given = ["--input-dir", save(tmp_path / "in", "input", np.ones((1, 3), np.float32))]
    assert "leaves dims open" not in start("litevk-run", runs, *given).stdout
    assert "leaves dims open" not in start("litevk-run", runs, "--shape", "x:1,3").stdout
    converted = start("litevk-tflite2onnx", model, tmp_path / "m.onnx", "--dims", "file")
    said = "input 'x' leaves dims open and is 1x1x1x3 in the file; --shape NAME:DIMS sets them: "
    assert converted.returncode != 0 and said in converted.stderr and converted.stderr.count("\n") == 1


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
        ([model, "--input", tmp_path / "no.npy"], "no.npy: cannot be opened: No such file or directory"),
        ([model, "--input", tmp_path], ": is a folder, expected a file"),
        ([model, "--input_layer_value_files", f"x:{tmp_path}"], ": is a folder, expected a file"),
        ([model, "--input-dir", wide], "takes float32, the array holds float64"),
        ([model, "--input-dir", two], "has 1 inputs, 2 files"),
        ([model, "--shape", "z:1"], "no input is named z; the model has x"),
        ([model, "--custom-op-library", tmp_path / "no.so"], "no.so"),
        ([model, "--compare", tmp_path], "1 outputs, the reference 0"),
    ):
        process = start("litevk-run", *arguments)
        assert process.returncode == 3, (arguments, process.stdout)
        assert text in one_line(process)


@pytest.mark.parametrize("option", ["--delegate", "--custom-op-library"])
def test_a_library_of_the_current_folder_is_named_with_it(start, write_model, tmp_path, monkeypatch, option):
    (tmp_path / "ops.so").write_text("no library")
    monkeypatch.chdir(tmp_path)
    hint = "; a name without a slash is not looked for in the current folder: write ./ops.so\n"
    assert start("litevk-run", write_model(relu), option, "ops.so").stderr.endswith(hint)
    assert "write ./" not in start("litevk-run", write_model(relu), option, "./ops.so").stderr


def test_a_delegate_that_refuses_its_options(start, write_model, faulty):
    process = start("litevk-run", write_model(relu), "--delegate", faulty, "--delegate-option", "a=b")
    assert process.returncode == 3 and "the only option is fault" in one_line(process)


def test_vulkan_is_the_library_beside_the_program(start, write_model):
    options = ["--delegate", "vulkan", "--delegate-option", "backend=reference", "--compare", "cpu"]
    process = start("litevk-run", write_model(relu), *options)
    assert process.returncode == 0, process.stderr
    assert "1 of them partitions of the delegate" in process.stdout


def test_the_delegate_judges_the_shapes_of_the_command_line(start, write_model, tmp_path):
    """The delegate's ADD takes at most six dims. With the command line's seven dims the node stays with the interpreter."""

    def relu_and_add(graph):
        x = graph.input([1, 2, 2, 4], name="x")
        y = graph.node("RELU", [x], [1, 2, 2, 4])
        graph.outputs(graph.node("ADD", [y, y], [1, 2, 2, 4]))

    report = tmp_path / "report.json"
    options = ["--delegate", "vulkan", "--delegate-option", "backend=reference"]
    options += ["--delegate-option", f"report_path={report}", "--compare", "cpu"]
    process = start("litevk-run", write_model(relu_and_add), "--shape", "x:1,1,1,3,2,2,4", *options)
    assert process.returncode == 0, process.stderr
    assert "cannot run in these shapes" not in process.stderr
    content = json.loads(report.read_text())
    assert "fallbacks" not in content
    nodes = content["subgraphs"][0]["nodes"]
    assert [(node["op"], node["reason_code"]) for node in nodes] == [("RELU", "SUPPORTED"), ("ADD", "CONSTRAINT")]


def test_open_shapes(start, write_model, tmp_path):
    """Splits a signal into frames of 25 samples; the file's size of 1 in the open dims would make no frame."""

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


def test_ctrl_c_keeps_the_figures(build_dir, write_model, tmp_path):
    command = [build_dir / "litevk-run", write_model(relu), "--runs", "1000000000", "--output-dir", tmp_path / "out"]
    process = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130 and "interrupted: what was measured until now follows" in errors
    assert re.search(r"^\d+ runs?: median [\d.]+ ms", output, re.M) and (tmp_path / "out" / "output_0.npy").exists()


@pytest.mark.parametrize("runs, text", [(1, "1 run"), (2, "2 runs")])
def test_counts_its_runs(runs, text, start, write_model):
    said = start("litevk-run", write_model(relu), "--runs", str(runs)).stdout
    assert re.search(rf"^{text}: median", said, re.M) and ": 1 node in the plan" in said


def test_says_what_ran_where_and_by_which_policy(start, write_model, monkeypatch):
    monkeypatch.setenv("VK_ICD_FILENAMES", driver_file("lvp"))
    flags = ["--delegate", "vulkan", "-o", "allow_cpu_device=1"]
    plain = start("litevk-run", write_model(relu), *flags).stdout.splitlines()
    assert any(line.startswith("litevk: 0 of 1 node in 0 partitions on llvmpipe") for line in plain), plain
    assert any(line.startswith("litevk: partition_policy=auto: ") for line in plain), plain
    compared = start("litevk-run", write_model(relu), *flags, "--compare").stdout.splitlines()
    assert any(line.startswith("litevk: 1 of 1 node in 1 partition on llvmpipe") for line in compared), compared
    assert "litevk: partition_policy=all: the device gets all that it can run" in compared


@pytest.mark.parametrize("flags", [[], ["--compare"]], ids=["alone", "compare"])
def test_the_cpus_time_stands_beside_the_devices(start, write_model, tmp_path, monkeypatch, flags):
    monkeypatch.setenv("VK_ICD_FILENAMES", driver_file("lvp"))
    flags = [*flags, "--delegate", "vulkan", "-o", "allow_cpu_device=1", "-o", "partition_policy=all", "--json", tmp_path / "run.json"]
    (found,) = re.findall(r"^litevk's CPU kernels: median ([\d.]+) ms, \d+ runs$", start("litevk-run", write_model(relu), *flags).stdout, re.M)
    assert f"{json.loads((tmp_path / 'run.json').read_text())['cpu_milliseconds']:.3f}" == found


def test_the_runs_themselves_were_on_the_cpu(start, write_model, monkeypatch):
    monkeypatch.setenv("VK_ICD_FILENAMES", driver_file("lvp"))
    for flags in ([], ["--delegate", "vulkan", "-o", "allow_cpu_device=1"]):
        assert "litevk's CPU kernels" not in start("litevk-run", write_model(relu), *flags).stdout
