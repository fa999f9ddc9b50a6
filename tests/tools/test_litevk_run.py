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
from run_models import relu, two_adds


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
