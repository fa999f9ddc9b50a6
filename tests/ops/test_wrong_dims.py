"""A share of what wrong_dims.py runs by hand: nobody runs a node whose dims the other refuses, but for what the page names."""

import pathlib

import case_files
import litevk_runtime
import wrong_dims

# One case in so many is taken.
PARTS = 40


def test_share(request):
    path = pathlib.Path(request.config.getoption("--library")).with_name("liblitevk_runtime.so")
    mutants = [mutant for stem in case_files.stems() for mutant in wrong_dims.mutants_of(stem, PARTS)]
    found = list(wrong_dims.differences(litevk_runtime.Runtime(path), mutants))
    unmeant = wrong_dims.without_intended(found)
    assert not unmeant, "\n".join(map(str, unmeant))
    # A comparison that finds nothing at all compares nothing.
    assert found and len(mutants) > 500


def test_page_names_what_there_is():
    """Each row is of an operator, one of its inputs and a change that is made."""
    operators = {case_files.load(stem)[0]: stem for stem in case_files.stems()}
    for op, position, change, tflite in wrong_dims.intended():
        inputs = max(len(case["inputs"]) for case in case_files.load(operators[op])[1])
        assert position < inputs, f"{op} has no input {position}"
        assert change in ("a dim", "a dim more", "a dim less"), f"{op}: {change}"
        assert tflite in ("runs", "refuses")
