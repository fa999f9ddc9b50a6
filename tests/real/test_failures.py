"""Errors and warnings that a user sees without a device, or when the delegate is told to fail."""

import json

import pytest

import child
import harness
from graph_builder import CPU_ONLY

CASE = "graphs/three_partitions"


@pytest.fixture
def attempt(request, delegates):
    """attempt(options, VARIABLE=value) returns the child process that ran CASE."""

    def run(options=None, **environment):
        merged = {"report_path": str(delegates.report_path), "partition_policy": "all", **(options or {})}
        environment = {"LITEVK_ALLOW_CPU_DEVICE": None, **environment}
        return child.spawn(
            request.config.getoption("--cases"), CASE, delegates.library, merged, **environment
        )

    return run


@pytest.fixture
def broken_loader(tmp_path):
    """A library path on which libvulkan is a file that cannot be loaded."""
    for name in ("libvulkan.so.1", "libvulkan.so"):
        (tmp_path / name).write_text("not a library")
    return str(tmp_path)


def check_ran_on_cpu(process, delegates, text):
    """Checks that the interpreter ran without the delegate, and that one line of warning and the report say why."""
    assert child.result_of(process) == {"error": None, "message": ""}
    warnings = [line for line in process.stderr.splitlines() if "litevk" in line]
    assert len(warnings) == 1 and text in warnings[0], process.stderr
    report = delegates.report()
    assert report.content["device"] is None and text in report.content["device_message"]
    assert report.subgraph()["nodes_delegated"] == 0
    supported = [node for node in report.nodes() if node["op"] != CPU_ONLY]
    assert {node["reason_code"] for node in supported} == {"NO_DEVICE"}


def check_refused(process, text):
    result = child.result_of(process)
    assert result["error"] in ("ValueError", "RuntimeError"), result
    assert text in result["message"], result


def test_no_loader(attempt, delegates, broken_loader):
    check_ran_on_cpu(
        attempt({"allow_cpu_device": 1}, LD_LIBRARY_PATH=broken_loader), delegates, "vulkan loader"
    )


def test_no_driver(attempt, delegates):
    process = attempt({"allow_cpu_device": 1}, VK_ICD_FILENAMES="/nonexistent")
    check_ran_on_cpu(process, delegates, "no driver could be opened")


def test_cpu_device_without_permission(attempt, delegates):
    check_ran_on_cpu(attempt(), delegates, "allow_cpu_device")


def test_cpu_device_permitted_by_the_environment(attempt, delegates):
    assert child.result_of(attempt(LITEVK_ALLOW_CPU_DEVICE="1"))["error"] is None
    assert delegates.report().content["device"]


def test_device_id_out_of_range(attempt, delegates):
    check_ran_on_cpu(attempt({"allow_cpu_device": 1, "device_id": 99}), delegates, "99")


def test_device_name_of_nobody(attempt, delegates):
    process = attempt({"allow_cpu_device": 1, "device_name": "Voodoo"})
    check_ran_on_cpu(process, delegates, "Voodoo")


@pytest.mark.parametrize("options", [{"on_missing_device": "error"}, {"strict": 1}], ids=json.dumps)
def test_missing_device_as_error(attempt, options, broken_loader):
    check_refused(attempt(options), "allow_cpu_device")
    check_refused(attempt({"allow_cpu_device": 1, **options}, VK_ICD_FILENAMES="/nonexistent"), "no driver could be opened")
    check_refused(attempt({"allow_cpu_device": 1, **options}, LD_LIBRARY_PATH=broken_loader), "vulkan loader")


def test_failure_in_init(attempt):
    """The interpreter refuses the delegate; see also the next test."""
    check_refused(attempt({"allow_cpu_device": 1, "error_during_init": 1}), "error_during_init")


def test_interpreter_goes_on_after_a_failure_in_init(delegates, request):
    """A program that applies the delegate itself and catches the error keeps the interpreter's plan."""
    case = harness.case_named(request.config.getoption("--cases"), CASE)
    inputs, expected, tolerance = next(case.runs())
    delegate = delegates.create(error_during_init=1, strict=1)
    interpreter = harness.interpreter_of(case.model)
    with pytest.raises(RuntimeError, match="error_during_init"):
        interpreter._interpreter.ModifyGraphWithDelegate(delegate._get_native_delegate_pointer())
    interpreter.allocate_tensors()
    harness.check_outputs(harness.run(interpreter, inputs), expected, tolerance, "outputs")


def test_failure_in_prepare(attempt):
    """tflite-runtime 2.14.0 restores its own plan and goes on; LiteRT raises from allocate_tensors."""
    process = attempt({"allow_cpu_device": 1, "error_during_prepare": 1})
    if harness.IS_LITERT:
        check_refused(process, "error_during_prepare")
    else:
        assert child.result_of(process)["error"] is None, process.stderr
        assert "error_during_prepare" in process.stderr, "went on without a word"


def test_failure_during_the_run(attempt):
    check_refused(attempt({"allow_cpu_device": 1, "error_during_invoke": 1}), "error_during_invoke")


def test_interpreter_without_the_delegate_after_a_failure(delegates, request):
    """After a failure, the next interpreter in the same process is not affected."""
    case = harness.case_named(request.config.getoption("--cases"), CASE)
    inputs, expected, tolerance = next(case.runs())
    failing = delegates.interpreter(case.model, error_during_invoke=1)
    failing.allocate_tensors()
    harness.set_inputs(failing, inputs)
    with pytest.raises(RuntimeError, match="error_during_invoke"):
        failing.invoke()
    for interpreter in (harness.interpreter_of(case.model), delegates.interpreter(case.model)):
        interpreter.allocate_tensors()
        harness.check_outputs(harness.run(interpreter, inputs), expected, tolerance, "outputs")
