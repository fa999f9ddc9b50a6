"""Runs every generated case on the reference kernels, in the project's own interpreter, against the goldens."""

import json
import pathlib

import pytest

import harness
from litevk_runtime import Interpreter, Runtime, RuntimeFailure


def pytest_generate_tests(metafunc):
    if "case" in metafunc.fixturenames:
        folder = pathlib.Path(metafunc.config.getoption("--cases"))
        index = json.loads((folder / "index.json").read_text())
        metafunc.parametrize("case", [harness.Case(folder, entry) for entry in index], ids=str)


@pytest.fixture(scope="session")
def runtime(request):
    return Runtime(pathlib.Path(request.config.getoption("--library")).with_name("liblitevk_runtime.so"))


def test_case(case, runtime):
    if case.entry.get("error"):
        with pytest.raises(RuntimeFailure) as failure:
            run_case(case, runtime)
        assert case.error in str(failure.value)
    else:
        run_case(case, runtime)


def run_case(case, runtime):
    shapes = None
    with Interpreter(runtime, case.model) as interpreter:
        for number, (inputs, expected, tolerance) in enumerate(case.runs("kernels")):
            if shapes != [values.shape for values in inputs]:
                shapes = [values.shape for values in inputs]
                interpreter.resize_inputs(shapes)
            harness.check_outputs(interpreter.run(inputs), expected, tolerance, f"run {number}")
