"""The programs, and Python's functions and commands that run them."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys

import pytest

import litevk
import litevk.__main__ as commands
import litevk.example
from litevk import programs
from litevk.bringup.settings import parse
from model_builder import ModelBuilder


def module(*arguments, **kwargs):
    return subprocess.run([sys.executable, "-m", "litevk", *map(str, arguments)], capture_output=True, text=True, **kwargs)


@pytest.fixture
def face(models):
    return next(models.rglob("face_detection_short_range.tflite"))


@pytest.mark.parametrize("name", programs.PROGRAMS)
def test_each_is_the_shipped_program(name):
    own = subprocess.run([programs.path_of(name), "--help"], capture_output=True, text=True)
    through_python = module(name, "--help")
    assert own.returncode == 0 and own.stdout
    assert (through_python.returncode, through_python.stdout) == (0, own.stdout)


def test_the_exit_status_is_the_programs():
    assert module("run", "/no/such.tflite").returncode == 3
    assert module("run").returncode == 2


def test_a_wrong_command_is_answered_with_the_right_ones():
    for arguments in ((), ("nothing",), ("report",), ("doctor", "more")):
        process = module(*arguments)
        assert process.returncode == 2 and "--help" in process.stderr and not process.stdout
    asked = module("--help")
    assert asked.returncode == 0 and not asked.stderr
    assert all(f"    {name} " in asked.stdout for name in (*programs.PROGRAMS, "report", "litert", "doctor", "bringup"))
    assert module("--version").stdout == f"litevk {litevk.__version__}\n"


def test_an_unknown_command_is_answered_with_the_one_that_was_meant():
    process = module("devicez")
    assert process.returncode == 2
    assert process.stderr.splitlines()[0] == "litevk: unknown command 'devicez'; did you mean 'devices'?"
    assert "the commands are report, litert, warm, doctor" in module("frobnicate").stderr


@pytest.mark.parametrize("name, meant", [("convert", "tflite2onnx"), ("benchmark", "bench")])
def test_a_command_has_another_name_than_its_function(name, meant):
    wrong = module(name)
    assert wrong.returncode == 2 and f"unknown command '{name}'; did you mean '{meant}'?" in wrong.stderr


def test_standard_output_that_takes_no_more():
    command = [sys.executable, "-m", "litevk", "report", litevk.example.MODEL, "partition_policy=all"]
    environment = {**os.environ, "LITEVK_ALLOW_CPU_DEVICE": "1"}
    with open("/dev/full", "w") as full:
        process = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, env=environment)
    assert process.returncode == 3
    assert process.stderr == "litevk report: standard output cannot be written: No space left on device\n"
    reader, writer = os.pipe()
    os.close(reader)
    process = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, env=environment)
    os.close(writer)
    assert process.returncode == 128 + signal.SIGPIPE and not process.stderr


def test_ctrl_c_ends_a_command_in_silence(monkeypatch, capsys):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "report", interrupted)
    assert commands.main(["report", "model.tflite"]) == 128 + signal.SIGINT
    assert capsys.readouterr() == ("", "")


def test_bringup_takes_the_delegates_options(tmp_path, capsys):
    def settings(*words):
        found = parse(["--out", str(tmp_path / "out"), *words], ["devices"])
        return found.device, found.allow_cpu_device

    assert settings() == ("", False)
    assert settings("-o", "device_id=1", "-o", "allow_cpu_device=1") == ("1", True)
    assert settings("--device", "llvm", "--allow-cpu-device") == ("llvm", True)
    assert settings("-o", "device_name=llvm", "-o", "allow_cpu_device=0") == ("llvm", False)
    with pytest.raises(SystemExit):
        settings("-o", "strict=1")
    assert 'expected device_id=, device_name= or allow_cpu_device=, found "strict=1"' in capsys.readouterr().err


def test_bringup_says_what_is_wrong_with_the_command(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(os, "access", lambda path, mode: pathlib.Path(path) != tmp_path)
    with pytest.raises(SystemExit):
        parse(["--out", str(tmp_path / "new" / "out")], ["devices"])
    diagnostic = f"litevk bringup: --out: you may not write into the folder {tmp_path}"
    assert capsys.readouterr().err.splitlines() == [diagnostic, "Run with --help for more information."]


def test_bringup_says_that_the_device_is_not_there(tmp_path):
    process = module("bringup", "--out", tmp_path / "out", "--device", "9")
    assert process.returncode == 3 and "no GPU has the number 9; there is: 0 llvmpipe" in process.stdout
    assert "\n1 thing is wrong; " in process.stdout


@pytest.mark.parametrize("name", ["report", "doctor", "bringup"])
def test_each_command_has_help_and_refuses_what_it_does_not_know(name):
    asked = module(name, "--help")
    assert asked.returncode == 0 and f"litevk {name}" in asked.stdout
    wrong = module(name, "--no-such-flag")
    assert wrong.returncode == 2 and f"litevk {name}" in wrong.stderr and not wrong.stdout


def test_run_finds_the_delegate(face):
    process = module("run", face, "--delegate", "vulkan", "--delegate-option", "allow_cpu_device=1", "--compare", "cpu")
    assert process.returncode == 0, process.stderr


def test_report(face):
    report = litevk.report(face, allow_cpu_device=True, partition_policy="all")
    assert "llvmpipe" in report.device
    assert report.delegated == len(report.nodes) > 50
    delegated = f"delegated: {report.delegated} of {len(report.nodes)} nodes, estimated to take "
    _, line, policy = str(report).splitlines()
    assert line.startswith(delegated) and line.endswith(" us on the CPU")
    assert policy == "policy: partition_policy=all: the device gets all that it can run"
    assert "policy: partition_policy=auto: estimates decide what the device gets; " in str(litevk.report(face))


def test_a_report_is_also_written(face, tmp_path):
    file = tmp_path / "report.json"
    report = litevk.report(face, report_path=file)
    assert json.loads(file.read_text()) == report.document
    file.unlink()
    assert module("report", face, "-o", f"report_path={file}").returncode == 0 and file.exists()
    process = module("report", face, "-o", "report_path=/nonexist/report.json")
    assert (process.returncode, process.stderr) == (3, "litevk report: the folder /nonexist does not exist\n")


def test_a_report_is_written_whole_or_not_at_all(face, tmp_path):
    """A limit on the size of files simulates a full disk."""
    link, file = tmp_path / "link.json", tmp_path / "report.json"
    file.write_text("an older one")
    link.symlink_to(file)
    limited = ("import pathlib, resource, sys; from litevk import reports; "
               "resource.setrlimit(resource.RLIMIT_FSIZE, (8, 8)); reports._write(pathlib.Path(sys.argv[1]), 'a longer one')")
    process = subprocess.run([sys.executable, "-c", limited, link], capture_output=True, text=True)
    assert process.stderr.splitlines()[-1].endswith(f"File too large: '{link}'"), process.stderr
    assert sorted(os.listdir(tmp_path)) == ["link.json", "report.json"] and file.read_text() == "an older one"
    litevk.report(face, report_path=link)
    assert json.loads(file.read_text())["subgraphs"] and link.is_symlink()
    process = module("report", face, "report_path=/dev/full")
    assert process.stderr.endswith("litevk report: [Errno 28] No space left on device: '/dev/full'\n")


def test_what_a_report_prints_has_no_control_characters():
    node = {"op": "a\x1b[31m\r\n\x9b", "reason": "tensor '\u202e'", "delegated": False}
    document = {"device": "GPU\x07", "policy": "all", "subgraphs": [{"nodes": [node], "estimates": []}]}
    report = litevk.reports.Report(document, pathlib.Path("model.tflite"))
    lines = ["device: GPU\\x07", "delegated: 0 of 1 node", "policy: all", "     1 x a\\x1b[31m\\r\\n\\x9b: tensor '\\u202e'"]
    assert str(report).splitlines() == lines


def test_report_says_why_not(face):
    report = litevk.report(face, allow_cpu_device=True, last_delegate_node_index=9, partition_policy="all")
    assert 0 < report.delegated < len(report.nodes)
    left = len(report.nodes) - report.delegated
    (line,) = str(report).splitlines()[3:]
    assert re.match(rf" *{left} x DEQUANTIZE \(\d+\), [A-Z_0-9 (),]*: ", line), "one line on all nodes of one reason"


def test_a_report_has_one_line_on_each_reason():
    nodes = [{"op": op, "reason": reason, "delegated": False} for op, reason in (
        ("ADD", "small"), ("VAR_HANDLE", "not supported"), ("MUL", "small"), ("MUL", "small"), ("MUL", "other"))]
    document = {"device": "GPU", "policy": "all", "subgraphs": [{"nodes": nodes, "estimates": []}]}
    lines = str(litevk.reports.Report(document, pathlib.Path("model.tflite"))).splitlines()[3:]
    assert lines == ["     3 x MUL (2), ADD: small", "     1 x VAR_HANDLE: not supported", "     1 x MUL: other"]


@pytest.fixture
def quantized(tmp_path):
    """A model with a node without a CPU kernel in litevk, after one that the delegate takes."""
    builder = ModelBuilder()
    graph = builder.subgraph()
    scaled = {"scale": 0.5, "zero_point": 0}
    summed = graph.tensor([4], "int8", quantization=scaled)
    absolute = graph.node("ABS", [graph.input([4])], [4])
    graph.op("CUMSUM", [graph.input([4], "int8", quantization=scaled), graph.constant(0, "int32")], [summed])
    graph.outputs(absolute, summed)
    path = tmp_path / "quantized.tflite"
    path.write_bytes(builder.serialize())
    return path


def test_report_needs_no_cpu_kernels(quantized, tmp_path):
    report = litevk.report(quantized, allow_cpu_device=True, partition_policy="all")
    assert [node["delegated"] for node in report.nodes] == [True, False]
    diagnostic = "CUMSUM: litevk has no CPU kernel for this node: quantized arithmetic is not supported"
    # TFLite refuses the node as well.
    assert report.problem.startswith(diagnostic) and "ai_edge_litert" not in report.problem
    assert str(report).splitlines()[-1].startswith(f"not in litevk's interpreter: {diagnostic}")
    process = module("report", quantized, "allow_cpu_device=1")
    assert process.returncode == 0 and diagnostic in process.stdout, process.stderr
    for program in (("run", quantized), ("bench", f"--graph={quantized}")):
        process = module(*program)
        assert process.returncode == 3 and diagnostic in process.stderr
    device = ("-o", "allow_cpu_device=1", "-o", "partition_policy=all")
    assert "The device would run 1 of 2 nodes in 1 partition on " in module("bench", quantized, *device).stderr
    file = tmp_path / "report.json"
    module("run", quantized, "--delegate", "vulkan", *device, "--report", file)
    document = json.loads(file.read_text())
    assert document["problem"].startswith(diagnostic) and sorted(node["delegated"] for node in document["nodes"]) == [False, True]
    with pytest.raises(RuntimeError, match="no CPU kernel for this node"):
        litevk.Interpreter(quantized, allow_cpu_device=True).allocate_tensors()


def test_report_raises_what_the_delegate_does(quantized):
    with pytest.raises(RuntimeError, match="litevk: "):
        litevk.report(quantized, allow_cpu_device=True, partition_policy="all", error_during_prepare=True)


def test_node_data_for_model_explorer(face, tmp_path):
    report = litevk.report(face, allow_cpu_device=True, partition_policy="all")
    data = report.model_explorer(tmp_path / "nodes.json", compare=True)
    assert sorted(data) == ["error", "time", "where"]
    for kind, document in data.items():
        assert json.loads((tmp_path / f"nodes.{kind}.json").read_text()) == document
        (graph,) = document.values()
        assert 0 < len(graph["results"]) <= len(report.nodes)
    assert len(os.listdir(tmp_path)) == 3
    assert sorted(report.model_explorer()) == ["time", "where"]
    with pytest.raises(OSError):
        report.model_explorer(tmp_path / "no_folder" / "nodes.json")


def test_report_on_the_command_line(face):
    process = module("report", face, "allow_cpu_device=1", "partition_policy=all")
    assert process.returncode == 0 and process.stdout.startswith("device: llvmpipe"), process.stderr
    same = module("report", "-o", "allow_cpu_device=1", face, "-o", "partition_policy=all")
    assert (same.returncode, same.stdout) == (0, process.stdout), same.stderr
    assert module("report", face, "no_such_option=1").returncode == 3
    for name in ("report", "warm"):
        wrong = module(name, face, "-o", "devcie_id=1").stderr
        assert wrong == f"litevk {name}: {name}() got an unexpected option 'devcie_id'; did you mean 'device_id'?\n"
    assert module("report", "").stderr.splitlines()[0] == "litevk report: a model file is missing"
    for words in (["-o", "x"], ["x"]):
        assert 'expected KEY=VALUE, found "x"' in module("report", face, *words).stderr
    assert module("report").stderr.splitlines()[0] == "litevk report: a model file is missing"


def test_benchmark(face):
    result = litevk.benchmark(face, {"allow_cpu_device": True}, num_runs=2, min_secs=0, warmup_min_secs=0)
    assert json.dumps(result) and result["schema_version"] >= 1
    with pytest.raises(RuntimeError, match="no_such"):
        litevk.benchmark("no_such.tflite")
    runs = {"num_runs": 1, "min_secs": 0, "warmup_min_secs": 0}
    on_the_cpu = litevk.benchmark(face, allow_cpu_device=True, last_delegate_node_index=0, partition_policy="all", **runs)
    assert on_the_cpu["external_delegate_options"] != result["external_delegate_options"]
    assert litevk.benchmark(face, shape={"input": (1, 128, 128, 3)}, **runs)["steady_ms"]
    with pytest.raises(RuntimeError, match="no input is named no; the model has input"):
        litevk.benchmark(face, shape={"no": (1, 128, 128, 3)}, **runs)
    with pytest.raises(TypeError, match=r"benchmark\(\) got an unexpected keyword 'num_rums'; did you mean 'num_runs'\?"):
        litevk.benchmark(face, num_rums=2)
    with pytest.raises(TypeError, match="'foo'; it takes litevk-bench's flags and the delegate's options"):
        litevk.benchmark(face, foo=2)


def test_a_read_only_folder_and_several_processes(face, tmp_path):
    """Nothing is written into the package's folder."""
    package = pathlib.Path(litevk.__file__).parent
    copy = tmp_path / "site" / "litevk"
    shutil.copytree(package, copy)
    files = [copy, *copy.rglob("*")]
    for path in files:
        path.chmod(path.stat().st_mode & ~0o222)
    program = f"import litevk; print(litevk.report({str(face)!r}, allow_cpu_device=True).device)"
    environment = {**os.environ, "PYTHONPATH": str(copy.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", program]
    started = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    outputs = [process.communicate()[0] for process in started]
    assert all(process.returncode == 0 for process in started)
    assert all("llvmpipe" in output for output in outputs)
    assert sorted(path.relative_to(copy) for path in copy.rglob("*")) == sorted(
        path.relative_to(copy) for path in files[1:]
    )
