"""The self-test: a Vulkan layer computes one instruction as another, and nothing that relies on it may be used."""

import json

import numpy as np
import pytest

from driver_file import driver_file

# Instructions that the layer replaces (tests/drivers/wrong_answers), and the question that finds it.
FAULTS = {
    "151:152": "arithmetic",  # umulExtended as imulExtended
    "202:203": "arithmetic",  # a signed field of bits as an unsigned one
    "132:128": "arithmetic",  # products as sums
    "136:133": "arithmetic",  # quotients of floats as products
    "172:174": "arithmetic",  # greater as greater or equal
    "176:178": "arithmetic",  # less as less or equal: a loop's last round
    "224:0": "arithmetic",  # no barrier in a workgroup
    "ext27:29": "arithmetic",  # exp as exp2
    "ext31:32": "arithmetic",  # sqrt as its reciprocal
    "ext21:19": "arithmetic",  # tanh as sinh
    "350:358": "subgroups",  # a sum as a maximum
    "352:350": "subgroups",  # a product as a sum
    "355:358": "subgroups",  # a minimum as a maximum
    "358:355": "subgroups",
    "345:346": "subgroups",  # a shuffle with another index
    "4450:4451": "dot_product",  # signed as unsigned
    "194:195@11": "int64",  # a logical shift as an arithmetic one
    "124:109@47": "texel_buffers",  # converted texels
}


@pytest.fixture
def driver(build_dir, monkeypatch):
    """driver(fault) is lavapipe with that fault, for programs that the test starts."""
    monkeypatch.setenv("VK_ICD_FILENAMES", driver_file("lvp"))
    monkeypatch.setenv("VK_INSTANCE_LAYERS", "VK_LAYER_LITEVK_wrong_answers")
    monkeypatch.setenv("VK_LAYER_PATH", str(build_dir / "wrong_answers"))
    return lambda fault: monkeypatch.setenv("LITEVK_TEST_WRONG", fault)


@pytest.fixture
def convolution(write_model):
    """A layer of int8 and a SOFTMAX, which use every feature that a plan for lavapipe may use."""

    def build(graph):
        random = np.random.default_rng(1)
        scale = {"scale": 0.02, "zero_point": 3}
        x = graph.input([1, 8, 8, 64], "int8", quantization=scale)
        weights = graph.constant(random.integers(-127, 128, (64, 3, 3, 64)), "int8", quantization={"scale": [0.005] * 64, "zero_point": [0] * 64, "axis": 0})
        bias = graph.constant(random.integers(-2000, 2000, 64), "int32", quantization={"scale": [0.0001] * 64, "zero_point": [0] * 64, "axis": 0})
        y = graph.tensor([1, 8, 8, 64], "int8", quantization={"scale": 0.2, "zero_point": 0})
        graph.op("CONV_2D", [x, weights, bias], [y], version=3, padding="SAME", strideW=1, strideH=1, dilationWFactor=1, dilationHFactor=1)
        z = graph.node("DEQUANTIZE", [y], [1, 8, 8, 64], version=2)
        graph.outputs(graph.node("SOFTMAX", [z], [1, 8, 8, 64], beta=1.0))

    return write_model(build)


def run(start, model, report, **options):
    """Runs the model on lavapipe and compares with the CPU. Returns the process and the report."""
    pairs = {"allow_cpu_device": 1, "partition_policy": "all", "self_test": "always", "report_path": report, **options}
    arguments = [word for key, value in pairs.items() for word in ("-o", f"{key}={value}")]
    process = start("litevk-run", model, "--delegate", "vulkan", *arguments, "--compare", "cpu", "--atol", 1e-5)
    return process, json.loads(report.read_text())


def test_a_right_driver(start, driver):
    driver("")
    process = start("litevk-devices", "--self-test", "--allow-cpu-device")
    assert process.returncode == 0, process.stderr
    assert [line.split() for line in process.stdout.splitlines()[1:]] == [
        [question, "right"] for question in ("arithmetic", "chain", "subgroups", "texel_buffers", "dot_product", "int64")]


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_found(start, driver, fault):
    driver(fault)
    process = start("litevk-devices", "--self-test", "--allow-cpu-device")
    assert process.returncode == 1
    (line,) = [line for line in process.stdout.splitlines() if line.split()[0] == FAULTS[fault]]
    assert ": expected " in line and ", found " in line


@pytest.mark.parametrize("fault", FAULTS)
def test_a_model_is_right_on_a_wrong_driver(start, driver, convolution, tmp_path, fault):
    driver(fault)
    process, report = run(start, convolution, tmp_path / "report.json")
    assert process.returncode == 0, process.stdout + process.stderr
    question = FAULTS[fault]
    if question == "arithmetic":
        assert report["device"] is None and "arithmetic: " in report["device_message"]
        expected = "is not used, as the self-test found a wrong answer: arithmetic: "
    else:
        assert ": expected " in report["self_test"][question]
        assert all(node["delegated"] for node in report["subgraphs"][0]["nodes"])
        expected = f": {question} is not used, as the self-test found a wrong answer: "
    lines = [line for line in process.stderr.splitlines() if line.startswith("litevk: ")]
    assert len(lines) == 1 and expected in lines[0], process.stderr


def test_answers_are_kept(start, driver, convolution, tmp_path):
    """A second process takes them from the file, if they are of this device; a damaged file is made anew."""
    folder = tmp_path / "kept"
    folder.mkdir()
    driver("350:358")
    run(start, convolution, tmp_path / "report.json", serialization_dir=folder)
    (file,) = folder.glob("*.selftest")
    written = file.read_text()
    driver("")
    process, report = run(start, convolution, tmp_path / "report.json", serialization_dir=folder)
    assert ": expected " in report["self_test"]["subgroups"] and "subgroups is not used" in process.stderr
    file.write_text(written.replace("llvmpipe", "another driver", 1))
    _, report = run(start, convolution, tmp_path / "report.json", serialization_dir=folder)
    assert report["self_test"]["subgroups"] == "right"
    file.write_text(written[: len(written) // 2])
    _, report = run(start, convolution, tmp_path / "report.json", serialization_dir=folder)
    assert report["self_test"]["subgroups"] == "right"
    assert file.read_text().splitlines()[1:2] == written.splitlines()[1:2]


def test_nobody_asks_unless_told(start, driver, convolution, tmp_path):
    """lavapipe runs on the CPU, which auto does not ask."""
    driver("350:358")
    for self_test in ("auto", "never"):
        process, report = run(start, convolution, tmp_path / "report.json", self_test=self_test)
        assert "self_test" not in report and "self-test" not in process.stderr


@pytest.mark.parametrize("fault", ("202:203", "132:128", "136:133", "172:174", "176:178", "224:0", "ext27:29", "345:346", "124:109@47"))
def test_without_questions_the_model_is_wrong(start, driver, convolution, tmp_path, fault):
    driver(fault)
    process, _ = run(start, convolution, tmp_path / "report.json", self_test="never")
    assert process.returncode == 1 and "DIFFERS" in process.stdout
