"""Models through CompiledModel: the bits of the classic interpreter with the same delegate."""

import json
import subprocess

import numpy as np
import pytest
from ai_edge_litert.compiled_model import CompiledModel

import litevk
from compared import BOTH, GPU, OPTIONS, check_same_bits, compiled_model, signatures
from litevk.through_litert import Compiled

WHOLE = ("two_signatures", "without_signature", "int8", "pad_outer_axis", "large_sum", "mul_of_two_ranks")


@pytest.mark.parametrize("hardware", (GPU, BOTH), ids=("gpu", "gpu_and_cpu"))
@pytest.mark.parametrize("name", WHOLE)
def test_small_models_are_whole_on_the_device(small, tmp_path, name, hardware):
    report = tmp_path / "report.json"
    model = compiled_model(small(name), hardware, report_path=report)
    for key in signatures(model):
        check_same_bits(small(name), model, key)
    nodes = [node for part in json.loads(report.read_text())["subgraphs"] for node in part["nodes"]]
    assert nodes and all(node["delegated"] for node in nodes)


@pytest.mark.parametrize("name", ("results_without_input", "only_a_shape"))
def test_results_that_no_input_decides_are_the_gpus_too(small, name):
    """The interpreter computes them, unless no node may be left."""
    check_same_bits(small(name), compiled_model(small(name), GPU), "main")


def test_a_part_stays_on_the_cpu(small, tmp_path):
    report = tmp_path / "report.json"
    model = compiled_model(small("not_whole"), report_path=report)
    check_same_bits(small("not_whole"), model, "main")
    (part,) = json.loads(report.read_text())["subgraphs"]
    assert [node["delegated"] for node in part["nodes"]] == [True, False]


@pytest.mark.parametrize("hardware", (GPU, BOTH), ids=("gpu", "gpu_and_cpu"))
def test_inputs_are_resized(small, hardware):
    path = small("open_dims")
    model = compiled_model(path, hardware)
    for dims in ([1, 5, 8, 4], [3, 9, 8, 4], [1, 2, 8, 4], [3, 9, 8, 4]):
        outputs = check_same_bits(path, model, "main", {"x0": dims})
        assert outputs["y0"].shape == (dims[0], dims[1], 8, 6)


def test_a_model_may_come_from_memory(small):
    path = small("two_signatures")
    content = open(path, "rb").read()
    model = CompiledModel.from_buffer(content, environment=litevk.litert_environment(**OPTIONS), hardware_accel=GPU)
    check_same_bits(path, model, "square")


def test_operators_of_users(library, tmp_path):
    """The example delegate/examples/atan: z = atan(x + y + 0.5) * x."""
    root = library("litevk").parents[2]
    schema = root / "runtime" / "tflite" / "schema" / "tflite.fbs"
    subprocess.run(["flatc", "--binary", "-o", tmp_path, schema, root / "tests/gpu_ops/add_atan_mul.json"], check=True)
    path = str(tmp_path / "add_atan_mul.tflite")
    extra = {"gpu_op_library": str(library("atan_gpu"))}
    model = compiled_model(path, GPU, **extra)
    check_same_bits(path, model, signatures(model)[0], **extra)


def test_known_errors_of_other_gpus_are_none_here(small):
    """Values against numpy: PAD on an outer axis, a SUM beyond float16, a MUL of two ranks."""
    model = compiled_model(small("pad_outer_axis"), GPU)
    compiled = Compiled(model, "main", {})
    values = compiled.some_inputs(3)
    np.testing.assert_array_equal(compiled(values)["y0"], np.pad(values["x0"], ((1, 2), (0, 0), (0, 0))))

    compiled = Compiled(compiled_model(small("large_sum"), GPU), "main", {})
    ones = {"x0": np.ones((1, 300, 300), np.float32)}
    np.testing.assert_array_equal(compiled(ones)["y0"], np.float32([9e7]))

    compiled = Compiled(compiled_model(small("mul_of_two_ranks"), GPU), "main", {})
    values = compiled.some_inputs(4)
    np.testing.assert_array_equal(compiled(values)["y0"], values["x0"] * values["x1"])
