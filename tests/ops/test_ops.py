"""Runs every generated case in this environment's interpreter, with the delegate, against the goldens."""

import json
import pathlib

import harness
import opset
import pytest


def pytest_generate_tests(metafunc):
    if "case" in metafunc.fixturenames:
        folder = pathlib.Path(metafunc.config.getoption("--cases"))
        index = json.loads((folder / "index.json").read_text())
        entries = [entry for entry in index if entry["runs_on"] == "gpu"]
        here = [entry for entry in entries if entry.get("only_in", harness.INTERPRETER) == harness.INTERPRETER]
        cases = [harness.Case(folder, entry) for entry in here]
        metafunc.parametrize("case", cases, ids=str)


def test_case(case, delegates):
    if harness.INTERPRETER in case.refused_by:
        check_refused(case, delegates)
    else:
        check_runs(case, delegates)


def check_refused(case, delegates):
    """Checks that the interpreter refuses the case, also without a delegate, since its own kernels run it. An interpreter that
    is older than an operator or a type only says that the code is out of range, or the type unsupported.
    """
    inputs, _, _ = next(case.runs())
    expected = "|".join([*case.operators, "builtin_code out of range", "Unsupported data type"])
    for make in (delegates.interpreter, harness.interpreter_of):
        with pytest.raises((RuntimeError, ValueError), match=expected):
            harness.set_shapes(make(case.model), inputs)


def check_runs(case, delegates):
    interpreter = delegates.interpreter(case.model)
    if case.entry.get("has_states"):
        check_states(case, interpreter, delegates)
        return
    for number, (inputs, expected, tolerance) in enumerate(case.runs()):
        harness.set_shapes(interpreter, inputs)
        if not delegates.is_absent:
            check_report(delegates.report(), case)
        first = harness.run(interpreter, inputs)
        harness.poison_outputs(interpreter, case.computed_outputs)
        second = harness.run(interpreter, inputs)
        harness.check_outputs(first, expected, tolerance, f"run {number}")
        assert [v.tobytes() for v in first] == [
            v.tobytes() for v in second
        ], f"run {number}: a second run differs"


def check_states(case, interpreter, delegates):
    """Checks runs in a row, each of which reads the states of the run before, and then again from the beginning."""
    runs = list(case.runs())
    harness.set_shapes(interpreter, runs[0][0])
    if not delegates.is_absent:
        check_report(delegates.report(), case)
    first = [harness.run(interpreter, inputs) for inputs, _, _ in runs]
    interpreter.reset_all_variables()
    second = [harness.run(interpreter, inputs) for inputs, _, _ in runs]
    for number, (_, expected, tolerance) in enumerate(runs):
        harness.check_outputs(first[number], expected, tolerance, f"run {number}")
        assert [v.tobytes() for v in first[number]] == [
            v.tobytes() for v in second[number]
        ], f"run {number}: a run after a reset differs"


def name_in_report(op):
    return "CUSTOM" if opset.records().get(op, {}).get("is_custom") else op


def check_report(report, case):
    assert "fallbacks" not in report.content, report.content["fallbacks"]
    if case.shader is not None and report.programs():
        assert report.uses(case.shader), report.programs()
    if case.moves is not None and report.programs():
        moves = report.programs()[0]["moves"]
        assert len(moves) == case.moves, moves
    left_out = report.left_out()
    assert sorted(node["op"] for node in left_out) == sorted(map(name_in_report, case.on_cpu)), report.table()
    if case.partitions is not None:
        assert report.subgraph()["partitions"] == case.partitions, report.table()
    for index in case.entry.get("delegated_subgraphs", ()):
        assert not report.left_out(index), report.table(index)
    if case.rejected is not None:
        for node in left_out:
            assert node["reason_code"] == case.rejected["rejected"], report.table()
            assert case.rejected["text"] in node["reason"], report.table()
