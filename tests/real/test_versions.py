"""Compares the versions of operators that litevk lists with the resolver of the interpreter. Also checks the output of
litevk-versions on models that are made here."""

import collections
import json
import pathlib
import subprocess

import pytest
from ai_edge_litert import interpreter as tflite

from model_builder import ModelBuilder

CUSTOM = 32  # the code of custom operators; interpreters load a model with any of them
# Operators that no TensorFlow Lite runtime registers, so that their versions cannot be compared.
ONLY_OURS = {"CALL", "CONCAT_EMBEDDINGS"}


@pytest.fixture(scope="session")
def tool(request):
    """tool(arguments) returns the finished process of litevk-versions."""
    path = pathlib.Path(request.config.getoption("--library")).resolve().parent / "litevk-versions"

    def run(*arguments):
        return subprocess.run([path, *map(str, arguments)], capture_output=True, text=True, timeout=60)

    return run


@pytest.fixture(scope="session")
def listed(tool):
    """Versions by builtin operator, as litevk lists them."""
    rows = [row for row in json.loads(tool("--operators", "--json").stdout)["versions"] if row["code"] != CUSTOM]
    versions = collections.defaultdict(list)
    for row in rows:
        versions[row["op"]].append(row["version"])
    return versions


def operator_code_only(op, version):
    """A model without nodes: operators are resolved from the list of operator codes."""
    model = ModelBuilder()
    model.subgraph().outputs()
    model.operator_code(op, version)
    return model.serialize()


def resolver_accepts(op, version):
    try:
        tflite.Interpreter(model_content=operator_code_only(op, version))
    except ValueError as error:
        expected = f"Didn't find op for builtin opcode '{op}' version '{version}'"
        assert expected in str(error), error
        return False
    return True


def test_listed_versions_are_those_of_the_resolver(listed):
    wrong = {}
    for op, versions in listed.items():
        accepted = [v for v in range(1, max(versions) + 2) if resolver_accepts(op, v)]
        if accepted != ([] if op in ONLY_OURS else versions):
            wrong[op] = {"listed": versions, "accepted": accepted}
    assert not wrong
    assert len(listed) > 100


def depthwise_conv(dilation, version=1, stated_runtime=None):
    model = ModelBuilder()
    graph = model.subgraph()
    image = graph.input([1, 8, 8, 4])
    weights = [graph.tensor(shape, values=[0.5] * size) for shape, size in (([1, 3, 3, 4], 36), ([4], 4))]
    output = graph.node(
        "DEPTHWISE_CONV_2D",
        [image, *weights],
        [1, 8, 8, 4],
        version,
        padding="SAME",
        strideW=1,
        strideH=1,
        depthMultiplier=1,
        dilationWFactor=dilation,
        dilationHFactor=dilation,
    )
    graph.outputs(output)
    return model.serialize()


def unknown_and_custom():
    model = ModelBuilder()
    graph = model.subgraph()
    value = graph.input([1, 2])
    scattered = graph.node("STABLEHLO_SORT", [value, value], [1, 2])
    graph.outputs(graph.node("CUSTOM:Mine", [scattered], [1, 2]))
    return model.serialize()


@pytest.fixture
def examine(tool, tmp_path):
    """examine(content, status) returns the tool's JSON document on a model, and its text."""

    def run(content, status):
        path = tmp_path / "model.tflite"
        path.write_bytes(content)
        process, text = tool(path, "--json"), tool(path)
        assert (process.returncode, text.returncode) == (status, status), process.stderr
        assert process.stderr == text.stderr == ""
        return json.loads(process.stdout), text.stdout

    return run


@pytest.mark.parametrize("dilation, needed, runtime", [(1, 1, "1.5.0"), (2, 2, "1.12.0")])
def test_depthwise_conv_needs_version_2_when_dilated(examine, dilation, needed, runtime):
    content = depthwise_conv(dilation, version=needed)
    report, text = examine(content, 0)
    (node,) = report["nodes"]
    assert (node["version_stated"], node["version_needed"]) == (needed, needed)
    assert node["runtime_of_needed"] == report["min_runtime_of_needed_versions"] == runtime
    assert node["kernels_accept"] and node["delegate_accepts"]
    assert text.splitlines()[-2:] == [
        "litevk's kernels accept 1 of 1 node", "litevk's delegate accepts 1 of 1 node"]
    tflite.Interpreter(model_content=content).allocate_tensors()


def test_version_above_the_last_is_refused_by_both(examine, listed):
    newer = max(listed["DEPTHWISE_CONV_2D"]) + 1
    content = depthwise_conv(1, version=newer)
    report, text = examine(content, 1)
    (node,) = report["nodes"]
    assert (node["version_stated"], node["version_needed"]) == (newer, 1)
    assert node["kernels_reason"] == f"version {newer} is not one of 1 to {newer - 1}"
    assert node["delegate_reason_code"] == "VERSION_UNREVIEWED"
    assert node["kernels_reason"] in text and node["delegate_reason"] in text
    with pytest.raises(ValueError, match=f"version '{newer}'"):
        tflite.Interpreter(model_content=content)


def test_operators_without_a_kernel(examine):
    report, text = examine(unknown_and_custom(), 1)
    builtin, custom = report["nodes"]
    assert (builtin["op"], builtin["version_needed"]) == ("STABLEHLO_SORT", None)
    assert builtin["runtime_of_needed"] == "unknown"
    assert custom["op"] == "Mine" and custom["delegate_reason_code"] == "CUSTOM_OP"
    assert not builtin["kernels_accept"] and not custom["kernels_accept"]
    assert builtin["delegate_reason"] == "not supported on the GPU"
    assert "litevk's kernels accept 0 of 2 nodes; not: STABLEHLO_SORT 1, Mine 1" in text


def test_the_summary_alone(tool, tmp_path):
    path = tmp_path / "model.tflite"
    path.write_bytes(unknown_and_custom())
    process = tool(path, "--summary")
    assert process.returncode == 1 and process.stderr == ""
    assert len(process.stdout.splitlines()) == 3
    assert tool(path).stdout.endswith("\n\n" + process.stdout)
    assert ", no TFLite has the custom operators Mine 1\n" in process.stdout and "never" not in process.stdout


def test_the_summary_names_versions_that_no_tflite_has(tool, tmp_path):
    path = tmp_path / "model.tflite"
    path.write_bytes(depthwise_conv(1, version=99))
    line = tool(path, "--summary").stdout.splitlines()[0]
    assert "no TFLite has the versions stated of DEPTHWISE_CONV_2D 1, " in line and "never" not in line


@pytest.mark.parametrize("content", [None, b"", b"not a model at all", depthwise_conv(1)[:200]])
def test_files_that_cannot_be_loaded(tool, tmp_path, content):
    path = tmp_path / "model.tflite"
    if content is not None:
        path.write_bytes(content)
    process = tool(path)
    assert process.returncode == 3 and process.stdout == ""
    (line,) = process.stderr.splitlines()
    assert line.startswith(f"litevk-versions: {path}: ")


@pytest.mark.parametrize("arguments", [[], ["--wrong"], ["a", "b"], ["model", "--operators"], ["model", "--summary", "--json"]])
def test_wrong_command_lines(tool, arguments):
    process = tool(*arguments)
    assert process.returncode == 2 and process.stdout == "" and process.stderr


def test_help(tool):
    process = tool("--help")
    assert process.returncode == 0 and "--json" in process.stdout


def test_real_models(tool, model):
    """litevk's kernels take every node, and the metadata's minimum runtime equals the one that litevk computes."""
    process = tool(model, "--json")
    report = json.loads(process.stdout)
    assert report["nodes"] and all(node["version_needed"] for node in report["nodes"])
    assert process.returncode == 0 and all(node["kernels_accept"] for node in report["nodes"]), process.stdout
    if report["min_runtime_in_metadata"]:
        stated = report["min_runtime_of_stated_versions"]
        assert stated == report["min_runtime_in_metadata"] or any(
            node["runtime_of_stated"] == "never" for node in report["nodes"])
