"""litevk-bench's command line: what it prints and writes, its exit statuses."""

import importlib.metadata
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from driver_file import driver_file
from graph_builder import CPU_ONLY, cpu_only
from model_builder import ModelBuilder

LITERT = importlib.metadata.version("ai-edge-litert")
QUICK = ["--num_runs=3", "--min_secs=0", "--warmup_min_secs=0"]
OPTIONS = "allow_cpu_device:1;strict:1;partition_policy:all"
LAVAPIPE = f"--external_delegate_options={OPTIONS}"


@pytest.fixture(autouse=True)
def lavapipe(monkeypatch):
    monkeypatch.setenv("VK_ICD_FILENAMES", driver_file("lvp"))


def two_partitions(graph):
    """RELU on the GPU, a node on the CPU, TANH on the GPU."""
    x = graph.input([1, 4, 4, 8], name="x")
    y = cpu_only(graph, graph.node("RELU", [x], [1, 4, 4, 8]), 1, [1, 4, 4, 8])
    graph.outputs(graph.node("TANH", [y], [1, 4, 4, 8]))


@pytest.fixture
def bench(start, write_model, tmp_path):
    """bench(flags...) runs litevk-bench. Returns the finished process and its JSON result."""

    def run(*flags):
        path = tmp_path / "bench.json"
        process = start("litevk-bench", f"--graph={write_model(two_partitions)}", f"--json={path}", *QUICK, *flags)
        assert process.returncode == 0, process.stderr
        return process, json.loads(path.read_text())

    return run


def quantized(graph):
    scaled = [{"scale": 0.05, "zero_point": -3}, {"scale": 1 / 256, "zero_point": -128}]
    x, y = (graph.tensor([1, 40], "int8", quantization=quantization) for quantization in scaled)
    graph.table.inputs.append(x)
    graph.outputs(graph.op("LOGISTIC", [x], [y], version=2))


@pytest.mark.parametrize("where", [["--use_cpu"], [LAVAPIPE, "--compare"]], ids=["cpu", "gpu"])
def test_a_quantized_model(start, write_model, where):
    process = start("litevk-bench", f"--graph={write_model(quantized)}", *QUICK, *where)
    assert process.returncode == 0, process.stderr
    assert ("compare output 0: agrees: largest difference 0" in process.stdout) == ("--compare" in where)


def test_gpu(bench):
    process, result = bench(LAVAPIPE)
    assert result["schema_version"] == 1
    assert all(result["cold_start_ms"][step] > 0 for step in ("load", "plan", "prepare", "first_inference"))
    steady = result["steady_ms"]
    assert steady["count"] == 3
    assert steady["min"] <= steady["p10"] <= steady["median"] <= steady["p90"] <= steady["max"]
    gpu = result["gpu"]
    assert (gpu["nodes_total"], gpu["nodes_delegated"], gpu["partitions"], gpu["dispatches"]) == (3, 2, 2, 2)
    assert gpu["io_bytes"] > 0 and gpu["pipelines_ms"] > 0
    assert (gpu["staging_bytes"], gpu["copies"]) == (0, 0)  # lavapipe shares memory with the host
    assert gpu["driver"].startswith("llvmpipe") and gpu["library_version"]
    assert (result["delegate_kernels"], result["delegated_completely"]) == (2, False)
    assert "partially executed by the delegate w/ 2 delegate kernels." in process.stdout
    assert result["peak_rss_bytes"]["overall"] >= result["peak_rss_bytes"]["start"] > 0
    assert "operators" not in result
    final = re.compile(r"^Inference timings in us: Init: \d+, First inference: \d+, "
                       r"Warmup \(avg\): [\d.e+]+, Inference \(avg\): [\d.e+]+$", re.M)
    assert final.search(process.stdout)


def test_profile(bench):
    process, result = bench(LAVAPIPE, "--enable_op_profiling=true")
    assert [(o["op"], o["where"]) for o in result["operators"]] == [("RELU", "gpu"), (CPU_ONLY, "cpu"), ("TANH", "gpu")]
    assert all(o["mean_us"] > 0 and o["first_us"] > 0 for o in result["operators"])
    # The tables have benchmark_model's format.
    row = r"^\t *{} {}\t *[\d.]+\t *[\d.]+\t *[\d.]+%\t *[\d.]+%\t *0.000\t *1\t{}$"
    order = process.stdout.split("= Run Order =")[1].split("= Top by Computation Time =")[0]
    for op, where, name in (("RELU", "gpu", "relu node 0"), (CPU_ONLY, "cpu", "node 1"), ("TANH", "gpu", "tanh node 2")):
        assert re.search(row.format(op, where, name), order, re.M), order
    assert order.splitlines()[1].split() == ["[node", "type]", "[first]", "[avg", "ms]", "[%]", "[cdf%]", "[mem", "KB]",
                                             "[times", "called]", "[Name]"]
    assert "Number of nodes executed: 3" in process.stdout
    assert re.search(r"^Timings \(microseconds\): count=3 first=\d+ curr=\d+ min=\d+ max=\d+ avg=[\d.e+]+ std=\d+$",
                     process.stdout, re.M)
    assert "= Summary by node type =" in process.stdout
    assert {(s["op"], s["count"]) for s in result["operator_sums"]} == {(CPU_ONLY, 1), ("RELU", 1), ("TANH", 1)}


def test_cpu(bench):
    process, result = bench("--use_cpu", "--enable_op_profiling", "--num_threads=4")
    assert result["gpu"] is None
    assert [o["op"] for o in result["operators"]] == ["RELU", CPU_ONLY, "TANH"]
    assert "use one thread" in process.stdout


def test_copies(bench):
    process, result = bench(LAVAPIPE + ";disable_zero_copy:1")
    assert result["gpu"]["staging_bytes"] == result["gpu"]["io_bytes"] > 0
    assert result["gpu"]["copies"] == 4
    assert "2 dispatches, 0 barriers, 4 copies, 2 pipelines" in process.stdout


def test_tuning_has_a_time(bench, tmp_path):
    _, result = bench(LAVAPIPE + f";tuning:fast;serialization_dir:{tmp_path}")
    assert result["gpu"]["tuning_ms"] > 0


def test_cold(bench, monkeypatch, tmp_path):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    warm = tmp_path / "warm"
    monkeypatch.setenv("MESA_SHADER_CACHE_DIR", str(warm))
    process, result = bench(LAVAPIPE, "--cold")
    assert result["cold"] and "drivers' caches empty" in process.stdout
    assert not warm.exists()
    assert not list(tmp_path.glob("litevk-*"))


def convolutions(graph):
    """Layers that need one pipeline each."""
    x, channels = graph.input([1, 8, 8, 4], name="x"), 4
    for width in (1, 3, 5):
        weights = [graph.constant(np.ones((channels * 2, width, width, channels))), graph.constant(np.ones(channels * 2))]
        channels *= 2
        x = graph.node("CONV_2D", [x, *weights], [1, 8, 8, channels], padding="SAME", strideH=1, strideW=1)
    graph.outputs(x)


def test_cold_shows_where_pipelines_are_compiled(start, write_model, tmp_path, monkeypatch):
    """lavapipe compiles a pipeline when it is first used, and litevk uses each before the first inference."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    path = tmp_path / "bench.json"
    process = start("litevk-bench", f"--graph={write_model(convolutions)}", f"--json={path}", *QUICK, LAVAPIPE, "--cold")
    assert process.returncode == 0, process.stderr
    result = json.loads(path.read_text())
    first, first_use = result["cold_start_ms"]["first_inference"], result["gpu"]["first_use_ms"]
    assert result["cold_start_ms"]["prepare"] > first_use > first
    assert first_use > 5 * result["steady_ms"]["median"]
    assert re.search(rf"^  prepare +[\d.]+   of which .* first use of the pipelines {first_use:.3f}$", process.stdout, re.M)


def test_token_inputs(start, write_model, tmp_path):
    def embedding(graph):
        ids, table = graph.input([1, 16], "int32", name="ids"), graph.constant(np.ones((100, 2)))
        graph.outputs(graph.node("GATHER", [table, ids], [1, 16, 2], axis=0))

    flags = [f"--graph={write_model(embedding)}", "--use_cpu", *QUICK]
    assert start("litevk-bench", *flags).returncode == 0
    wrong = start("litevk-bench", *flags, "--input_layer_value_range=ids,100,100")
    assert wrong.returncode == 3 and "100" in wrong.stderr
    np.save(tmp_path / "ids.npy", np.full((1, 16), 99, np.int32))
    assert start("litevk-bench", *flags, f"--input_layer_value_files=ids:{tmp_path}/ids.npy").returncode == 0
    np.save(tmp_path / "ids.npy", np.zeros((1, 17), np.int32))
    wide = start("litevk-bench", *flags, f"--input_layer_value_files=ids:{tmp_path}/ids.npy")
    assert wide.returncode == 3 and "ids.npy: holds int32 1x17, expected int32 1x16" in wide.stderr


def test_no_device(bench):
    process, result = bench("--external_delegate_options=device_id:7")
    assert result["gpu"]["device"] is None
    assert "the model graph will not be executed by the delegate." in process.stdout
    assert process.stderr.count("litevk: ") == 1, "a second line about the same"


def test_no_node_is_taken(start, write_model):
    def lookup(graph):
        graph.outputs(cpu_only(graph, graph.input([4], name="x"), 4, [4]))

    process = start("litevk-bench", f"--graph={write_model(lookup)}", *QUICK, LAVAPIPE)
    line = f'litevk: no node of 1 runs on the GPU: 1 time "not supported on the GPU" ({CPU_ONLY})'
    assert process.returncode == 0 and line in process.stdout.splitlines()
    assert process.stderr.splitlines() == [line]
    advice = start("litevk-bench", f"--graph={write_model(lookup)}", *QUICK, LAVAPIPE, "--advise", "--python=/missing")
    assert advice.stdout.rstrip().endswith(
        "Use the CPU: the delegate takes no part of this model to a device: " + line.removeprefix("litevk: ") + ".")


def test_full_delegation(start, write_model):
    process = start("litevk-bench", f"--graph={write_model(two_partitions)}", LAVAPIPE, "--require_full_delegation")
    assert process.returncode == 3
    assert "--require_full_delegation" in process.stderr


def test_shapes(bench):
    small = bench(LAVAPIPE)[1]["gpu"]["io_bytes"]
    large = bench(LAVAPIPE, "--input_layer=x", "--input_layer_shape=1,8,8,8")[1]["gpu"]["io_bytes"]
    assert large > small


def test_advise_compares_with_litert(bench):
    process, result = bench(LAVAPIPE, "--advise", f"--python={sys.executable}")
    assert [(c["options"], c["partitions"]) for c in result["candidates"]] == [
        ("", 0), (OPTIONS, 2), (f"{OPTIONS};max_delegated_partitions:1", 1)]
    assert all(c["ms"]["count"] == 3 and c["ms"]["median"] > 0 for c in result["candidates"])
    assert result["cpu"] == result["candidates"][0]["name"].removeprefix("the CPU, ") == f"ai-edge-litert {LITERT}"
    assert f"the CPU is ai-edge-litert {LITERT} with its default kernels (XNNPACK), num_threads 1" in process.stdout
    assert process.stdout.rstrip().endswith(result["advice"])


def test_a_cpu_driver_is_never_advised(bench):
    for python in (sys.executable, "/missing/python"):
        _, result = bench(LAVAPIPE, "--advise", f"--python={python}")
        assert result["advice"].startswith("Use the CPU: llvmpipe")
        assert "is a CPU driver, and its times show nothing about a GPU" in result["advice"]


@pytest.mark.parametrize("python, cause", [
    ("/missing/python", "/missing/python cannot be started: No such file or directory"),
    ("bare", "ModuleNotFoundError: No module named 'ai_edge_litert'"),
    ("silent", "the Python process has ended without an answer"),
])
def test_advise_says_that_litert_is_not_there(bench, tmp_path, python, cause):
    scripts = {"bare": f'exec {sys.executable} -S -I "$@"', "silent": "exit 0"}
    if python in scripts:
        (tmp_path / python).write_text(f"#!/bin/sh\n{scripts[python]}\n")
        (tmp_path / python).chmod(0o755)
        python = str(tmp_path / python)
    process, result = bench(LAVAPIPE, "--advise", f"--python={python}")
    assert result["cpu"] == "litevk" and result["candidates"][0]["name"] == "the CPU, litevk's kernels"
    assert f"the CPU is litevk's own kernels, which are slower than other interpreters': {cause}" in process.stdout


def test_advise_runs_both_on_the_same_inputs(start, write_model, tmp_path):
    """Valid indices run in both interpreters. An index that GATHER refuses ends the measurement with status 3."""
    def embedding(graph):
        ids, table = graph.input([1, 16], "int32", name="ids"), graph.constant(np.ones((100, 2)))
        graph.outputs(graph.node("RELU", [graph.node("GATHER", [table, ids], [1, 16, 2], axis=0)], [1, 16, 2]))

    flags = [f"--graph={write_model(embedding)}", *QUICK, LAVAPIPE, "--advise", f"--python={sys.executable}"]
    good = start("litevk-bench", *flags, "--input_layer=ids", "--input_layer_shape=2,5")
    assert good.returncode == 0 and f"the CPU is ai-edge-litert {LITERT}" in good.stdout, good.stderr
    assert start("litevk-bench", *flags, "--input_layer_value_range=ids,100,100").returncode == 3


def test_the_report_of_the_user_is_kept(bench, tmp_path):
    bench(f"{LAVAPIPE};report_path:{tmp_path}/report.json")
    assert json.loads((tmp_path / "report.json").read_text())["programs"]


@pytest.mark.parametrize("flags, status, sentence", [
    ([], 2, "a model file is missing"),
    (["x", "-o", "strict"], 2, "-o strict: expected KEY=VALUE"),
    (["x", "--delegate", "vulcan"], 2, '--delegate: "vulcan" is neither none, vulkan nor a file; did you mean "vulkan"?'),
    (["x", "--delegate", "none", "--use_cpu"], 2, "leave them out"),
    (["x", "--numruns=3"], 2, 'there is no option --numruns; did you mean "--num_runs"?'),
    (["x", "--html", "/nonexist/page.html"], 2, "the folder /nonexist does not exist"),
    (["x", "--json=/nonexist/x.json"], 2, "the folder /nonexist does not exist"),
    (["x", "--trace=/nonexist/x.json"], 2, "the folder /nonexist does not exist"),
    (["x", "--compare", "--use_cpu"], 2, "--compare compares with the CPU"),
    (["x", "--compare=/", "--html=page.html"], 2, "write --compare cpu"),
    (["x", "--compare", "--advise"], 2, "leave one out"),
    (["/missing.tflite", "-o", "report_path=/nonexist/x.json"], 3, 'option "report_path": the folder /nonexist does not exist'),
    (["--graph=x", "--external_delegate_options=strict"], 2, "expected key:value"),
    (["--graph=x", "--input_layer=a"], 2, "names 1 inputs"),
    (["--graph=x", "--advise", "--use_cpu"], 2, "--advise"),
    (["x", "--advise", "--signature=a"], 2, "--advise compares the main subgraph alone: leave --signature out"),
    (["--graph=x", "--require_full_delegation", "--use_cpu"], 2, "contradicts"),
    (["--graph=x", "--num_runs=-3"], 2, 'litevk-bench: --num_runs: expected 1 or more, found "-3"'),
    (["--graph=/missing.tflite"], 3, "No such file"),
    (["--graph=/missing.tflite", "--external_delegate_path=/missing.so"], 3, "missing"),
])
def test_failures(start, flags, status, sentence):
    process = start("litevk-bench", *flags)
    assert process.returncode == status
    assert sentence in process.stderr


MINE = ["-o", "allow_cpu_device=1", "-o", "strict=1", "-o", "partition_policy=all"]


def test_one_spelling(start, write_model, tmp_path):
    """The flags of litevk-run and those of benchmark_model give the same run."""
    model = write_model(two_partitions)
    results = []
    for flags in ([f"--graph={model}", LAVAPIPE, *QUICK, "--input_layer=x", "--input_layer_shape=1,2,2,8"],
                  ["--runs=3", "--min-secs=0", "--warmup-min-secs=0", *MINE, "--shape", "x:1,2,2,8", model]):
        path = tmp_path / "bench.json"
        process = start("litevk-bench", *flags, "--json", path)
        assert process.returncode == 0, process.stderr
        results.append(json.loads(path.read_text()))
    for key in ("external_delegate_options", "use_cpu", "delegate_kernels"):
        assert results[0][key] == results[1][key], key
    assert results[0]["gpu"]["io_bytes"] == results[1]["gpu"]["io_bytes"]
    assert results[0]["steady_ms"]["count"] == results[1]["steady_ms"]["count"] == 3


def two_signatures():
    """A model of two signatures. The subgraph of `first` has ABS; that of `second` has NEG and a node for the CPU."""
    builder = ModelBuilder()
    for name in ("first", "second"):
        graph = builder.subgraph(name)
        x = graph.input([1, 4], signature=[-1, 4], name=f"{name}:x")
        y = graph.node("ABS" if name == "first" else "NEG", [x], [1, 4])
        graph.outputs(y if name == "first" else cpu_only(graph, y, 1, [1, 4]))
        builder.signature(name, len(builder.table.subgraphs) - 1)
    return builder.serialize()


def test_a_signature_is_measured_and_drawn(start, tmp_path):
    model, file, nodes = (tmp_path / name for name in ("model.tflite", "bench.json", "nodes.json"))
    model.write_bytes(two_signatures())
    flags = [model, *QUICK, *MINE, "--profile", "--json", file, "--model-explorer", nodes, "--compare", "cpu"]
    for name, shape, operators in (("first", "x0:5,4", ["ABS"]), ("second", "x0:1,4", ["NEG", CPU_ONLY])):
        process = start("litevk-bench", *flags, "--signature", name, "--shape", shape)
        assert process.returncode == 0, process.stderr
        result = json.loads(file.read_text())
        assert result["signature"] == name and [row["op"] for row in result["operators"]] == operators
        for kind in ("time", "error"):
            graphs = json.loads((tmp_path / f"nodes.{kind}.json").read_text())
            assert [graph for graph, data in graphs.items() if data["results"]] == [name], kind
    note = "the model has 2 signatures, and 'first' is taken; --signature NAME takes another: 'second'"
    open_dims = "input 0 'first:x' leaves dims open and is 1x4 as long as nobody sets them; --shape NAME:DIMS does"
    for choice in ["--html", tmp_path / "page.html"], ["--advise", "--python=/missing"]:
        process = start("litevk-bench", model, *QUICK, *MINE, "--json", file, *choice)
        assert process.returncode == 0 and f"litevk-bench: {note}" in process.stderr.splitlines()
        assert "--html" not in choice or json.loads(file.read_text())["notes"] == [note, open_dims]
    assert '"notes":' + json.dumps([note, open_dims], separators=(",", ":")) in (tmp_path / "page.html").read_text()
    process = start("litevk-bench", *flags, "--signature", "third")
    assert process.returncode == 3 and "no signature 'third'; it has first(x0) -> (y0); second(x0) -> (y0)" in process.stderr


def test_compare_is_litevk_runs(start, write_model, tmp_path):
    model = write_model(two_partitions)
    lines = {}
    for name, flags in (("litevk-run", ["--delegate", "vulkan"]), ("litevk-bench", QUICK)):
        process = start(name, model, *flags, *MINE, "--compare", "cpu")
        assert process.returncode == 0, process.stderr
        lines[name] = [line for line in process.stdout.splitlines() if line.startswith("compare output 0: agrees: ")]
    assert len(lines["litevk-run"]) == 1 and lines["litevk-run"] == lines["litevk-bench"]
    np.save(tmp_path / "output_0.npy", np.full((1, 4, 4, 8), 7, np.float32))
    process = start("litevk-bench", model, *QUICK, *MINE, "--compare", tmp_path)
    assert process.returncode == 1 and "compare output 0: DIFFERS: " in process.stdout


ALL = "partition_policy=all: the device gets all that it can run"
AUTO = "partition_policy=auto: estimates decide what the device gets; partition_policy=all gives it all that it can run"


@pytest.mark.parametrize("flags, policy, delegated", [([], AUTO, 0), (["--compare"], ALL, 2)], ids=["auto", "compare"])
def test_what_is_compared_was_timed(bench, flags, policy, delegated):
    """The model is not faster on lavapipe. With --compare the device runs it nevertheless, in the timed runs too."""
    process, result = bench("-o", "allow_cpu_device=1", *flags)
    assert result["gpu"]["nodes_delegated"] == result["delegate_kernels"] == delegated
    assert result["gpu"]["policy"] == policy and f"litevk: {policy}" in process.stdout.splitlines()
    assert ("partition_policy:all" in result["external_delegate_options"]) == bool(flags)
    assert result["steady_ms"]["count"] == 3 and len(result.get("comparisons", [])) == len(flags)


def test_the_cpus_time_stands_beside_the_devices(bench):
    process, result = bench(LAVAPIPE)
    assert f"litevk's CPU kernels: median {result['cpu_ms']['median']:.3f} ms, 3 runs" in process.stdout
    for flags in ["--use_cpu"], ["-o", "allow_cpu_device=1"]:
        process, result = bench(*flags)
        assert "cpu_ms" not in result and "litevk's CPU kernels: median" not in process.stdout


def test_advise_names_the_device_and_compares_what_it_runs(bench):
    """The estimate finds no partition worth running on the device, and --advise still names the device's candidates."""
    _, result = bench("-o", "allow_cpu_device=1", "--advise", "--python=/missing")
    names, partitions = ([candidate[key] for candidate in result["candidates"]] for key in ("name", "partitions"))
    assert names[0] == "the CPU, litevk's kernels" and partitions == [0, 2, 1]
    assert all(name.startswith("llvmpipe") for name in names[1:])
    assert names[1].endswith(", all that it can run") and names[2].endswith(" for the largest partition")
    assert all("partition_policy:all" in candidate["options"] for candidate in result["candidates"][1:])


def test_a_layer_with_integer_weights_that_differs(start, write_model, tmp_path):
    np.save(tmp_path / "output_0.npy", np.full((1, 8), 7, np.float32))
    for options, sentence in ([], "hybrid=dequantize these layers compute in floats"), (
            ["-o", "hybrid=dequantize"], "hybrid=dequantize computes the model's layers of floats"):
        for program, flags in ("litevk-run", ["--delegate", "vulkan"]), ("litevk-bench", QUICK):
            process = start(program, write_model(integer_weights), *flags, *MINE, *options, "--compare", tmp_path)
            assert process.returncode == 1 and "compare output 0: DIFFERS: " in process.stdout
            assert sentence in process.stdout and "(docs/QUANTIZATION.md)" in process.stdout


def integer_weights(graph):
    weights = graph.constant(np.eye(8), "int8", quantization={"scale": 0.5, "zero_point": 0})
    x = graph.input([1, 8])
    graph.outputs(graph.node("FULLY_CONNECTED", [x, weights, None], [1, 8], version=3))


def test_ctrl_c_keeps_the_page(build_dir, write_model, tmp_path):
    page = tmp_path / "page.html"
    command = [build_dir / "litevk-bench", write_model(two_partitions), LAVAPIPE, "--html", page, "--min_secs=100"]
    process = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 130 and f"--html: {page}" in output and "relu node 0" in page.read_text()


@pytest.mark.parametrize("flags", [["--min_secs=100"], ["--min_secs=100", "--advise", "--python=/missing"]])
def test_ctrl_c_prints_what_was_measured(build_dir, write_model, tmp_path, flags):
    path = tmp_path / "bench.json"
    command = [build_dir / "litevk-bench", write_model(two_partitions), LAVAPIPE, "--warmup_min_secs=0", "--json", path]
    process = subprocess.Popen([*map(str, command), *flags], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130 and "interrupted: what was measured until now follows" in errors
    document = json.loads(path.read_text())
    if "--advise" in flags:
        assert document["candidates"][0]["ms"]["count"] > 0 and "rounds, in each one run of every row" in output
    else:
        assert 0 < document["steady_ms"]["count"] and "Inference timings in us: " in output


def test_progress_on_a_terminal(build_dir, write_model):
    ours, theirs = pty.openpty()
    command = [build_dir / "litevk-bench", write_model(two_partitions), *QUICK, *MINE]
    process = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=theirs, text=True)
    os.close(theirs)
    drawn = os.read(ours, 100_000).decode()
    os.close(ours)
    assert process.returncode == 0
    assert drawn.endswith("\r\x1b[K")
    for what in ("preparing the model", "warm-up [", "\x1b[Kruns [", "runs on the CPU ["):
        assert what in drawn


def test_an_input_that_the_model_does_not_have(start, write_model):
    process = start("litevk-bench", f"--graph={write_model(two_partitions)}", "--use_cpu", "--input_layer=y",
                    "--input_layer_shape=1")
    assert process.returncode == 3
    assert "no input is named y; the model has x" in process.stderr
