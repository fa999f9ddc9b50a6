"""The option verify: a Vulkan layer computes one instruction as another, and the check names the node and computes it otherwise."""

import json
import pathlib
import re

import numpy as np
import pytest

from driver_file import driver_file

# Faults of tests/drivers/wrong_answers.
NOTHING_STORED = "62:0"
MAX_AS_MIN = "ext40:37"
EXP_AS_EXP2 = "ext27:29"
VARIANTS = ("", "_texels", "_ragged_texels", "_scalar_texels", "_ragged_scalar_texels", "_subgroups", "_dots")
KINDS = "NaN on one side only|overflow to infinity|loss of precision|a wrong value"

# An operator case of each family of shaders, with the shader that computes it.
FAMILIES = {
    "convolution": ("conv_2d/*", "conv_2d"),
    "winograd": ("conv_2d/winograd_same", "winograd_output"),
    "depthwise": ("depthwise_conv_2d/*", "depthwise_conv_2d"),
    "transposed": ("transpose_conv/*", "transpose_conv"),
    "fully_connected": ("fully_connected/*", "fully_connected"),
    "batch_matmul": ("batch_matmul/*", "batch_matmul"),
    "pooling": ("max_pool_2d/*", "pool_2d"),
    "elementwise": ("tanh/*", "elementwise"),
    "softmax": ("softmax/*", "softmax"),
    "reduction": ("mean/*", "reduce"),
    "resize": ("resize_bilinear/*", "resize_bilinear"),
    "int8_convolution": ("conv_2d/int8*", "int8_tile_conv_2d"),
    "int8_fully_connected": ("fully_connected/int8*", "quantized_fully_connected"),
    "int8_pooling": ("average_pool_2d/int8*", "quantized_pool_2d"),
    "int8_elementwise": ("add/int8*", "quantized_binary"),
    "movement": ("transpose/*", "copy_strided"),
    "gather": ("gather/*", "gather"),
    "padding": ("pad/*", "pad"),
    "lstm": ("unidirectional_sequence_lstm/*", "lstm_steps"),
}


@pytest.fixture
def plant(build_dir, monkeypatch):
    """plant(fault) makes lavapipe compute with that fault, in every module that has the instruction."""
    monkeypatch.setenv("VK_ICD_FILENAMES", driver_file("lvp"))

    def plant_fault(fault):
        monkeypatch.setenv("VK_INSTANCE_LAYERS", "VK_LAYER_LITEVK_wrong_answers")
        monkeypatch.setenv("VK_LAYER_PATH", str(build_dir / "wrong_answers"))
        monkeypatch.setenv("LITEVK_TEST_WRONG", fault)

    return plant_fault


@pytest.fixture
def verified(start, tmp_path):
    """verified(model) runs it with verify=1 and compares with the CPU. Returns the process, its warnings and the report."""

    def run(model, *arguments, **options):
        report = tmp_path / "report.json"
        pairs = {"allow_cpu_device": 1, "partition_policy": "all", "verify": 1, "report_path": report, **options}
        words = [word for key, value in pairs.items() for word in ("-o", f"{key}={value}")]
        process = start("litevk-run", model, "--delegate", "vulkan", *words, "--compare", "cpu", *arguments)
        lines = [line for line in process.stderr.splitlines() if "verify: " in line]
        return process, lines, json.loads(report.read_text())

    return run


def shaders_of(report):
    return {shader for program in report["programs"] for shader in program["shaders"]}


@pytest.fixture
def case_with(request, plant, verified):
    """case_with(pattern, shader) is an operator case of one node that the shader or a variant computes, and that one's name."""

    def find(pattern, shader):
        cases = pathlib.Path(request.config.getoption("--cases"))
        index = {entry["name"]: entry for entry in json.loads((cases / "index.json").read_text())}
        for folder in sorted(cases.glob(pattern)):
            entry = index.get(str(folder.relative_to(cases)))
            usable = entry is not None and entry["runs_on"] == "gpu" and not entry["rejected"] and len(entry["operators"]) == 1
            if not usable or "empty" in folder.name or "unknown" in folder.name:
                continue
            process, lines, report = verified(folder / "model.tflite")
            found = [name for name in shaders_of(report) if name.removeprefix(shader) in VARIANTS]
            if process.returncode == 0 and not lines and found:
                return folder / "model.tflite", found[0]
        raise AssertionError(f"no case of {pattern} runs {shader}")

    return find


@pytest.mark.parametrize("family", FAMILIES)
def test_a_fault_in_each_family_is_found(plant, verified, case_with, family):
    pattern, shader = FAMILIES[family]
    model, shader = case_with(pattern, shader)
    plant(NOTHING_STORED)
    process, lines, report = verified(model)
    assert lines, f"{model} with a wrong {shader}: nothing was found\n" + process.stdout
    operator = report["subgraphs"][0]["nodes"][0]["op"]
    assert re.search(rf"verify: partition 0: {operator} node 0.*: tensor \d+ .*at \[.*\] is .*, expected .*: ({KINDS}) \(", lines[0]), lines[0]
    assert f"by {shader}" in lines[0] or f", {shader}" in lines[0], lines[0]
    assert process.returncode == 0, "the results are wrong:\n" + process.stdout + process.stderr
    assert report["switched_off"] and report["switched_off"][0]["node"] == 0


@pytest.fixture
def chain(write_model):
    """CONV_2D, TANH, MAX_POOL_2D, SOFTMAX and RESHAPE: the first two are one dispatch."""

    def build(graph):
        random = np.random.default_rng(1)
        x = graph.input([1, 8, 8, 4])
        weights = graph.constant(random.uniform(-1, 1, (4, 1, 1, 4)).astype("float32"), "float32")
        bias = graph.constant(np.zeros(4, "float32"), "float32")
        y = graph.node("CONV_2D", [x, weights, bias], [1, 8, 8, 4], padding="SAME", strideW=1, strideH=1, dilationWFactor=1, dilationHFactor=1)
        y = graph.node("TANH", [y], [1, 8, 8, 4])
        y = graph.node("MAX_POOL_2D", [y], [1, 4, 4, 4], padding="VALID", strideW=2, strideH=2, filterWidth=2, filterHeight=2)
        graph.outputs(graph.node("SOFTMAX", [y], [1, 4, 4, 4], beta=1.0))

    return write_model(build)


def test_a_right_driver_is_silent(verified, chain, monkeypatch):
    monkeypatch.setenv("VK_ICD_FILENAMES", driver_file("lvp"))
    for verify in ("1", "first", "sample:2"):
        process, lines, report = verified(chain, "--runs", 3, verify=verify)
        assert process.returncode == 0 and not lines, process.stderr
        assert "switched_off" not in report


def test_the_first_wrong_node_is_named_with_its_dispatch(plant, verified, chain):
    plant(MAX_AS_MIN)
    process, lines, report = verified(chain)
    assert process.returncode == 0 and "MAX_POOL_2D node 2: " in lines[0], process.stderr
    assert [entry["node"] for entry in report["switched_off"]][0] == 2
    assert report["fallbacks"][0]["reason_code"] == "WRONG_RESULT" and report["fallbacks"][0]["node"] == 2
    plant(NOTHING_STORED)
    process, lines, report = verified(chain)
    assert "TANH node 1 (one dispatch with CONV_2D node 0): tensor " in lines[0], lines
    assert report["switched_off"][0]["node"] == 1 and process.returncode == 0


def test_strict_is_an_error(plant, verified, chain):
    plant(EXP_AS_EXP2)
    process, _, _ = verified(chain, strict=1)
    assert process.returncode == 3
    assert "verify: partition 0: SOFTMAX node 3: " in process.stderr


def test_not_asked_it_finds_nothing(plant, verified, chain):
    plant(EXP_AS_EXP2)
    process, lines, _ = verified(chain, verify=0)
    assert process.returncode == 1 and not lines


def test_a_sample_is_every_nth_run(plant, verified, chain):
    """The first of the runs is among them."""
    plant(EXP_AS_EXP2)
    process, lines, _ = verified(chain, "--runs", 2, verify="sample:100")
    assert process.returncode == 0 and lines


@pytest.mark.parametrize("value", ("2", "sample", "sample:0", "sample:x", "always"))
def test_values_that_it_lacks(start, chain, value):
    process = start("litevk-run", chain, "--delegate", "vulkan", "-o", f"verify={value}")
    assert process.returncode in (2, 3)
    assert "verify" in process.stderr and "expected 0, 1, first or sample:N" in process.stderr, process.stderr
