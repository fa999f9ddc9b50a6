"""litevk-run: command lines and models that are refused, each with a sentence."""

import json
import os
import re
import subprocess

import numpy as np
import pytest

from graph_builder import CPU_ONLY, cpu_only
from run_models import NAME, one_line, relu, save


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


@pytest.mark.parametrize("arguments, diagnostic", [
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
def test_what_is_wrong_is_said_before_the_run(start, arguments, diagnostic):
    process = start("litevk-run", "/no/model.tflite", *arguments)
    assert process.returncode == 2
    assert process.stderr.splitlines()[0] == f"litevk-run: {diagnostic}"


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


def test_what_cannot_run_is_3_with_one_diagnostic(start, write_model, tmp_path):
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
