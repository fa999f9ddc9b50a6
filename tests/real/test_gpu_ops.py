"""A user's own operator in TFLite's interpreter, by the option gpu_op_library: the example delegate/examples/atan."""

import pathlib
import subprocess

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODEL = ROOT / "tests" / "gpu_ops" / "add_atan_mul.json"
# Vulkan allows a driver's atan an error of 4096 units in the last place.
TOLERANCE = 4096 * 2.0**-23


@pytest.fixture
def atan_model(tmp_path):
    schema = ROOT / "runtime" / "tflite" / "schema" / "tflite.fbs"
    subprocess.run(["flatc", "--binary", "-o", tmp_path, schema, MODEL], check=True)
    return tmp_path / "add_atan_mul.tflite"


@pytest.fixture
def library(delegates):
    """library("atan_gpu") returns the path of a shared library that the build made."""

    def path(name):
        return pathlib.Path(delegates.library).parent / f"lib{name}.so"

    return path


def check_runs(interpreter, shape=(7, 31)):
    """Checks runs of z = atan(x + y + 0.5) * x."""
    random = np.random.default_rng(14)
    for _ in range(2):
        x, y = (random.normal(0, 3, shape).astype(np.float32) for _ in range(2))
        for detail, values in zip(interpreter.get_input_details(), (x, y)):
            interpreter.set_tensor(detail["index"], values)
        interpreter.invoke()
        found = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])
        expected = np.arctan(x.astype(np.float64) + y + 0.5) * x
        np.testing.assert_allclose(found, expected, rtol=TOLERANCE, atol=TOLERANCE)


def test_the_whole_graph_is_one_partition(delegates, library, atan_model):
    interpreter = delegates.interpreter(atan_model, gpu_op_library=library("atan_gpu"), partition_policy=None)
    interpreter.allocate_tensors()
    check_runs(interpreter)
    report = delegates.report()
    assert [node["delegated"] for node in report.nodes()] == [True] * 3, report.table()
    (program,) = report.programs()
    assert program["dispatches"] == 3 and program["shaders"]["Atan"] == 1


def test_inputs_are_resized(delegates, library, atan_model):
    interpreter = delegates.interpreter(atan_model, gpu_op_library=library("atan_gpu"))
    for shape in ((4, 3), (129, 65)):
        for detail in interpreter.get_input_details():
            interpreter.resize_tensor_input(detail["index"], shape)
        interpreter.allocate_tensors()
        check_runs(interpreter, shape)


def test_a_name_is_a_file_of_the_current_folder(delegates, library, atan_model, monkeypatch):
    monkeypatch.chdir(library("atan_gpu").parent)
    interpreter = delegates.interpreter(atan_model, gpu_op_library="libatan_gpu.so")
    interpreter.allocate_tensors()
    check_runs(interpreter)


def test_a_name_that_is_not_there_says_where_it_was_looked_for(delegates, monkeypatch, tmp_path, capfd):
    monkeypatch.chdir(tmp_path)
    delegates.create(gpu_op_library="libnone.so")
    assert f'is looked for only in the current folder, "{tmp_path}"' in capfd.readouterr().err


FAULTS = {
    "missing": "cannot be loaded: ",
    "atan_ops": "is no library of GPU operators: it does not export LitevkRegisterGpuOps",
    "litevk_test_gpu_ops_abi": "an operator is described for version 7 of litevk_gpu_op.h, expected 1",
    "litevk_test_gpu_ops_bindings": (
        "operator Atan: binding 2 (output 0) is missing in the module; expected the storage buffers 0 to 2 of set 0,"
        " for 2 inputs and then 1 output"
    ),
    "litevk_test_gpu_ops_silent": "LitevkRegisterGpuOps returned 5, expected 0",
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_wrong_library_is_one_warning(delegates, library, atan_model, name, capfd):
    """The operator stays with the interpreter, which has no kernel for it; a model without the operator runs."""
    path = library(name)
    with pytest.raises(RuntimeError, match="(?i)custom op"):
        delegates.interpreter(atan_model, gpu_op_library=path).allocate_tensors()
    lines = [line for line in capfd.readouterr().err.splitlines() if "gpu_op_library" in line]
    assert len(lines) == 1, lines
    assert lines[0].startswith(f'litevk: gpu_op_library "{path}": ') and FAULTS[name] in lines[0]
    reasons = {node["op"]: node["reason_code"] for node in delegates.report().nodes()}
    assert reasons == {"ADD": "SUPPORTED", "CUSTOM": "CUSTOM_OP", "MUL": "SUPPORTED"}


@pytest.mark.parametrize("name", FAULTS)
def test_a_wrong_library_is_an_error_when_strict(delegates, library, name):
    with pytest.raises(ValueError, match="gpu_op_library"):
        delegates.create(gpu_op_library=library(name), strict=1)


def test_a_node_that_its_plan_refuses_has_the_reason(delegates, library, atan_model):
    with pytest.raises(RuntimeError, match="(?i)custom op"):
        delegates.interpreter(atan_model, gpu_op_library=library("litevk_test_gpu_ops_refuses")).allocate_tensors()
    (node,) = [node for node in delegates.report().nodes() if node["op"] == "CUSTOM"]
    assert node["custom_name"] == "Atan" and node["reason"] == "the factory is closed"
