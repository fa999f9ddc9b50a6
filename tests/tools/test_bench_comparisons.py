"""litevk-bench beside litevk-run and LiteRT's benchmark: advice, comparisons and spellings."""

import importlib.metadata
import json
import sys

import numpy as np
import pytest

from graph_builder import CPU_ONLY, cpu_only
from model_builder import ModelBuilder
from bench_models import LAVAPIPE, MINE, OPTIONS, QUICK, bench, lavapipe, two_partitions  # noqa: F401


LITERT = importlib.metadata.version("ai-edge-litert")


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


@pytest.mark.parametrize("flags, status, diagnostic", [
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
    (["x", "--advise", "--signature=a"], 2, "--advise compares only the main subgraph: leave --signature out"),
    (["--graph=x", "--require_full_delegation", "--use_cpu"], 2, "contradicts"),
    (["--graph=x", "--num_runs=-3"], 2, 'litevk-bench: --num_runs: expected 1 or more, found "-3"'),
    (["--graph=/missing.tflite"], 3, "No such file"),
    (["--graph=/missing.tflite", "--external_delegate_path=/missing.so"], 3, "missing"),
])
def test_failures(start, flags, status, diagnostic):
    process = start("litevk-bench", *flags)
    assert process.returncode == status
    assert diagnostic in process.stderr


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
    for options, diagnostic in ([], "hybrid=dequantize these layers compute in floats"), (
            ["-o", "hybrid=dequantize"], "hybrid=dequantize computes the model's layers of floats"):
        for program, flags in ("litevk-run", ["--delegate", "vulkan"]), ("litevk-bench", QUICK):
            process = start(program, write_model(integer_weights), *flags, *MINE, *options, "--compare", tmp_path)
            assert process.returncode == 1 and "compare output 0: DIFFERS: " in process.stdout
            assert diagnostic in process.stdout and "(docs/QUANTIZATION.md)" in process.stdout


def integer_weights(graph):
    weights = graph.constant(np.eye(8), "int8", quantization={"scale": 0.5, "zero_point": 0})
    x = graph.input([1, 8])
    graph.outputs(graph.node("FULLY_CONNECTED", [x, weights, None], [1, 8], version=3))
