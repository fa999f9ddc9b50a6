"""litevk-bench's command line: what it prints and writes, its exit statuses."""

import json
import os
import pty
import re
import signal
import subprocess
import time

import numpy as np
import pytest

from graph_builder import CPU_ONLY, cpu_only
from bench_models import LAVAPIPE, MINE, QUICK, bench, lavapipe, two_partitions  # noqa: F401


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
    assert result["num_threads"] == 4


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
