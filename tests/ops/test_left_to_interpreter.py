"""Every case that the GPU does not run, in this environment's interpreter with the delegate. Nothing crashes, and cases that
the delegate takes all the same give the reference outputs.

The delegate also judges nodes that stay with the interpreter, from the parameters that this interpreter made. Such a case is
not run, since the delegate has no part in it, and some of the interpreter's own kernels crash on their cases. One test runs
all cases and prints their names, so that a crash shows the last one.
"""

import json
import pathlib

import harness
import numpy as np
import pytest

KERNELS = harness.tflite.OpResolverType.BUILTIN_REF


def failure_of(case, delegates):
    """Returns the fault of the case; empty if there is none."""
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
            # A case that the reference kernels refuse has no reference outputs.
            if failure and not case.entry.get("error"):
                failed.append(f"{case}: {failure}")
    assert not failed, "\n".join([f"{len(failed)} cases", *failed])
