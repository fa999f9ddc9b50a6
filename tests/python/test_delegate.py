"""litevk.delegate in the interpreters of other packages, and others' delegates in litevk.Interpreter."""

import os
import subprocess
import sys

import ai_edge_litert.interpreter as litert
import numpy as np
import pytest

import litevk
import model_run
import runner
from conftest import GPU


def _outputs(interpreter, inputs):
    interpreter.allocate_tensors()
    for details, value in zip(interpreter.get_input_details(), inputs):
        interpreter.set_tensor(details["index"], value)
    interpreter.invoke()
    return [interpreter.get_tensor(details["index"]).tobytes() for details in interpreter.get_output_details()]


def test_every_way_gives_the_same_bits(request, model, tmp_path):
    """litevk.Interpreter gives litevk-run's bits, and litevk.delegate() those of load_delegate with the library's path."""
    library = request.config.getoption("--library")
    mine = litevk.Interpreter(model, **GPU)
    model_run.set_own_shapes(mine, model)
    inputs = model_run.seeded_inputs(mine, model)
    ran, _ = runner.run(library, model, tmp_path, inputs, *runner.vulkan_options(tmp_path / "run.json"))
    assert _outputs(mine, inputs) == [values.tobytes() for values in ran]

    strings = {"allow_cpu_device": "1", "strict": "1", "partition_policy": "all"}
    results = []
    for delegate in (litevk.delegate(**GPU), litert.load_delegate(library, strings)):
        theirs = litert.Interpreter(str(model), experimental_delegates=[delegate])
        model_run.set_own_shapes(theirs, model)
        results.append(_outputs(theirs, inputs))
    assert results[0] == results[1]


def test_a_delegate_is_one_of_the_imported_package():
    assert isinstance(litevk.delegate(**GPU), litert.Delegate)


def test_without_any_package_it_is_for_our_interpreter(sum_model, tmp_path):
    """In a process without another interpreter, litevk.delegate() serves litevk.Interpreter."""
    (tmp_path / "model.tflite").write_bytes(sum_model)
    program = (
        "import sys\n"
        "sys.modules.update({'ai_edge_litert': None, 'tflite_runtime': None, 'tensorflow': None})\n"
        "import litevk\n"
        "delegate = litevk.delegate(allow_cpu_device=True, partition_policy='all')\n"
        "assert isinstance(delegate, litevk.Delegate)\n"
        "interpreter = litevk.Interpreter('model.tflite', experimental_delegates=[delegate])\n"
        "interpreter.allocate_tensors()\n"
        "print([op['op_name'] for op in interpreter._get_ops_details()])\n"
    )
    process = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True)
    assert process.returncode == 0, process.stderr
    assert process.stdout == "['LitevkDelegate']\n"


def test_a_delegate_of_another_package_fits_our_interpreter(request, sum_model):
    delegate = litert.load_delegate(request.config.getoption("--library"), {"allow_cpu_device": "1", "partition_policy": "all"})
    interpreter = litevk.Interpreter(model_content=sum_model, experimental_delegates=[delegate])
    assert _outputs(interpreter, [np.ones((1, 3), np.float32)]) == [np.full((1, 3), 2, np.float32).tobytes()]


def test_load_delegate_is_tflites(request):
    assert litevk.load_delegate(request.config.getoption("--library"), {"allow_cpu_device": 1})
    with pytest.raises(ValueError, match="Failed to load delegate from /no/such.so"):
        litevk.load_delegate("/no/such.so")


def test_a_library_of_the_current_folder_is_named_with_it(tmp_path, monkeypatch):
    (tmp_path / "own.so").write_text("no library")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match="not looked for in the current folder: write ./own.so$"):
        litevk.load_delegate("own.so")


@pytest.mark.parametrize("call", [litevk.delegate, lambda **options: litevk.Interpreter("model.tflite", **options)])
def test_options_are_checked(call):
    with pytest.raises(TypeError, match="did you mean 'allow_cpu_device'"):
        call(allow_cpu_devices=True)
    with pytest.raises(ValueError, match='option "device_id": expected an integer from 0 on, found "first"'):
        call(device_id="first")


def test_options_take_what_python_has(tmp_path):
    options = {
        "allow_cpu_device": True,
        "report_path": tmp_path / "report.json",
        "disable_features": ["subgroups", "timestamps"],
        "device_name": None,
        "log_level": 1,
    }
    assert litevk.delegate(**options)


def test_options_stand_in_the_help():
    for key, diagnostic in litevk.OPTIONS.items():
        assert f"{key}: {diagnostic}" in litevk.delegate.__doc__
    assert litevk.Options.__annotations__.keys() == litevk.OPTIONS.keys()


def test_without_a_device_the_cpu_runs_it_and_a_line_says_so(sum_model, tmp_path):
    (tmp_path / "model.tflite").write_bytes(sum_model)
    program = (
        "import litevk, numpy\n"
        "interpreter = litevk.Interpreter('model.tflite')\n"
        "interpreter.allocate_tensors()\n"
        "interpreter.set_tensor(0, numpy.ones((1, 3), numpy.float32))\n"
        "interpreter.invoke()\n"
        "print(interpreter.get_tensor(1).sum())\n"
    )
    process = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "VK_ICD_FILENAMES": "/no/driver.json", "VK_DRIVER_FILES": "/no/driver.json"},
    )
    assert process.returncode == 0 and process.stdout == "6.0\n", process.stderr
    assert process.stderr.startswith("litevk: ") and process.stderr.count("\n") == 1
