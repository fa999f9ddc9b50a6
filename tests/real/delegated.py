"""Cases and reports for tests of the delegate in TFLite's interpreters."""

import pytest

import harness


@pytest.fixture
def case(request):
    """case("graphs/three_partitions") returns the case of that name."""
    folder = request.config.getoption("--cases")
    return lambda name: harness.case_named(folder, name)


def check(interpreter, case, run=0):
    """Runs the case's run and compares with its goldens."""
    inputs, expected, tolerance = list(case.runs())[run]
    harness.set_shapes(interpreter, inputs)
    harness.check_outputs(harness.run(interpreter, inputs), expected, tolerance, f"{case}, run {run}")
