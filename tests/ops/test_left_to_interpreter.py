"""Every case that the GPU does not run, in this environment's interpreter with the delegate: nothing crashes, and what the
delegate takes all the same gives the goldens.

A node that stays with the interpreter is judged too, from parameters that this interpreter has made; it is not run then,
since nothing of it is the delegate's, and some of the interpreter's own kernels do not survive their case. One test runs
all and prints their names, so that the last one is known where the process ends.
"""

import json
import pathlib

import harness
import numpy as np
import pytest

KERNELS = harness.tflite.OpResolverType.BUILTIN_REF


def failure_of(case, delegates):
    """What is wrong with the case; empty for nothing."""
    delegate = delegates.create(backend="reference", log_level="silent")
    try:
        interpreter = harness.interpreter_of(
            case.model, experimental_op_resolver_type=KERNELS, experimental_delegates=[delegate]
        )
    except ValueError as refused:
        return "" if is_refused_alone(case) else f"the delegate makes it fail: {refused}"
    report = delegates.report()
    if any(report.left_out(entry["subgraph"]) for entry in report.content["subgraphs"]):
        return ""
    try:
        for inputs, expected, tolerance in case.runs():
            harness.set_shapes(interpreter, inputs)
            harness.check_outputs(harness.run(interpreter, inputs), expected, tolerance, str(case))
    except (AssertionError, RuntimeError, pytest.fail.Exception) as failure:
        return str(failure)
    return ""


def is_refused_alone(case):
    try:
        harness.interpreter_of(case.model, experimental_op_resolver_type=KERNELS)
    except ValueError:
        return True
    return False


def test_all_cases(delegates, request, capfd):
    folder = pathlib.Path(request.config.getoption("--cases"))
    entries = json.loads((folder / "index.json").read_text())
    cases = [harness.Case(folder, entry) for entry in entries if entry["runs_on"] != "gpu"]
    assert len(cases) > 3000
    failed = []
    with capfd.disabled(), np.errstate(all="ignore"):
        for case in cases:
            print(case, flush=True)
            failure = failure_of(case, delegates)
            # What the reference kernels refuse has no golden.
            if failure and not case.entry.get("error"):
                failed.append(f"{case}: {failure}")
    assert not failed, "\n".join([f"{len(failed)} cases", *failed])
