"""A child of fork() gets a warning and runs on the CPU, the parent goes on, and neither hangs."""

import json
import pathlib
import subprocess
import sys

import pytest

CASE = "graphs/three_partitions"
DIAGNOSTIC = "this process was forked from one that had used Vulkan"


@pytest.fixture
def scenario(request, delegates):
    """scenario(name, option=value) returns the outcomes of child and parent, and the delegate's log lines."""

    def run(name, **options):
        merged = {"allow_cpu_device": 1, "partition_policy": "all", "report_path": str(delegates.report_path)}
        merged.update(options)
        script = pathlib.Path(__file__).with_name("forked.py")
        cases = str(request.config.getoption("--cases"))
        process = subprocess.run(
            [sys.executable, str(script), cases, CASE, delegates.library, json.dumps(merged), name],
            capture_output=True,
            text=True,
            timeout=600,
        )
        assert process.returncode == 0, process.stderr
        lines = [line for line in process.stderr.splitlines() if line.startswith("litevk")]
        return json.loads(process.stdout.splitlines()[-1]), lines

    return run


def test_an_old_interpreter_runs_on_the_cpu(scenario, delegates):
    result, lines = scenario("old_interpreter")
    assert result == {"child": "ok", "parent": "ok"}
    partitions = delegates.report().subgraph()["partitions"]
    assert len(lines) == partitions > 0, lines
    for line in lines:
        assert DIAGNOSTIC in line and line.endswith("; it runs on the CPU"), line


def test_an_old_interpreter_is_an_error_when_strict(scenario):
    result, lines = scenario("old_interpreter", strict=1)
    assert DIAGNOSTIC in result["child"] and "strict" in result["child"], result
    assert result["parent"] == "ok"


def test_a_new_interpreter_runs_on_the_cpu(scenario):
    result, lines = scenario("new_interpreter")
    assert result == {"child": "ok", "parent": "ok"}
    assert len(lines) == 1 and lines[0].startswith(f"litevk: {DIAGNOSTIC}"), lines


def test_a_new_delegate_is_an_error_when_strict(scenario):
    result, lines = scenario("new_interpreter", strict=1)
    assert DIAGNOSTIC in result["child"] and result["parent"] == "ok", result


def test_a_child_that_forks_first_has_the_device(scenario, delegates):
    """A child that forks before any use has the device: with strict, a fallback to the CPU would be an error."""
    result, lines = scenario("before_use", strict=1)
    assert result == {"child": "ok", "parent": "ok"} and lines == []
    assert delegates.report().content["device"]


@pytest.mark.parametrize("name", ["normal_end", "child_of_child", "multiprocessing", "while_invoking"])
def test_nobody_hangs(scenario, name):
    result, lines = scenario(name)
    assert result == {"child": "ok", "parent": "ok"}, lines
    assert any(DIAGNOSTIC in line for line in lines)
