"""Tensors that stay on the device between partitions (docs/design/planning.md), in this environment's interpreter.

On lavapipe the device reads the interpreter's memory by default. Each case therefore runs with options that give the device
memory of its own, once invisible to the host and once mapped by it. The report counts the copies.
"""

import pathlib

import numpy as np
import pytest

import harness

FLOAT, CONV = 4, 6 * 7 * 8
# Bytes that passed into and out of each program on the device, for each case in the order of the programs' first runs. They
# are multiples of 16, to which devices that load texels round up copies.
PASSED = {
    "passes_beside_the_cpu": [FLOAT * CONV, FLOAT * CONV],
    "passes_to_the_cpu_as_well": [FLOAT * 36, FLOAT * 36],
    # Partition 0 writes x and order. Partition 1 reads x and writes y, which only the CPU reads. Partition 2 reads x and order.
    "passes_over_a_partition": [FLOAT * 12 + 16, FLOAT * 12, FLOAT * 12 + 16],
}
WAYS = {"staged": {"disable_zero_copy": 1}, "mapped": {"invoke_timeout_ms": 60000}}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", PASSED)
def test_stays_on_the_device(name, way, request, delegates):
    case = harness.case_named(pathlib.Path(request.config.getoption("--cases")), f"graphs/{name}")
    copied = {}
    for forbidden in (0, 1):
        options = {**WAYS[way], "strict": 1, "disable_buffer_handles": forbidden}
        check_runs(case, delegates.interpreter(case.model, **options))
        programs = delegates.report().programs()[: len(PASSED[name])]
        passed = [program["passed_bytes"] for program in programs]
        assert passed == ([0] * len(programs) if forbidden else PASSED[name]), way
        copied[forbidden] = sum(program["copied_bytes"] for program in programs)
    # A tensor that passes on the device is neither written to the interpreter's memory nor read there. That saves a copy by
    # the host, and one to or from staging memory if the device has any.
    copies = 2 if way == "staged" else 1
    assert copied[1] - copied[0] == copies * sum(PASSED[name])


@pytest.mark.parametrize("way", WAYS)
def test_resized(way, request, delegates):
    """Plans of several shapes, each of which binds the memory that the tensor has in its shape."""
    # tflite-runtime 2.14.0 cannot resize a graph that XNNPACK and another delegate share.
    options = {**WAYS[way], "strict": 1}
    case = harness.case_named(pathlib.Path(request.config.getoption("--cases")), "graphs/passes_over_a_partition")
    interpreter = delegates.interpreter(case.model, **options)
    plain = harness.interpreter_of(case.model)
    for columns in (3, 9, 3, 40, 9) if harness.IS_LITERT else (3,):
        inputs = [np.linspace(-1, 1, 4 * columns, dtype=np.float32).reshape(4, columns)]
        results = []
        for each in (interpreter, plain):
            harness.set_shapes(each, inputs)
            results.append(harness.run(each, inputs))
        harness.check_outputs(*results, (1e-5, 1e-5), f"{columns} columns")


def check_runs(case, interpreter):
    for number, (inputs, expected, tolerance) in enumerate(case.runs()):
        harness.set_shapes(interpreter, inputs)
        first = harness.run(interpreter, inputs)
        harness.poison_outputs(interpreter, case.computed_outputs)
        second = harness.run(interpreter, inputs)
        harness.check_outputs(first, expected, tolerance, f"run {number}")
        assert [v.tobytes() for v in first] == [v.tobytes() for v in second], f"run {number}"
