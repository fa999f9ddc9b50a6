"""A share of the nodes of wrong_dims.py: neither interpreter runs a node whose dims the other refuses, except as on the page."""

import pathlib

import case_files
import litevk_runtime
import wrong_dims

# One case in so many runs.
PARTS = 40


def test_share(request):
    path = pathlib.Path(request.config.getoption("--library")).with_name("liblitevk_runtime.so")
    mutants = [mutant for stem in case_files.stems() for mutant in wrong_dims.mutants_of(stem, PARTS)]
    found = list(wrong_dims.differences(litevk_runtime.Runtime(path), mutants))
    unmeant = wrong_dims.without_intended(found)
    assert not unmeant, "\n".join(map(str, unmeant))
    # Ensures that the comparison ran enough nodes to mean something.
    assert found and len(mutants) > 500


def test_page_names_what_there_is():
    """Each row of the page names an existing operator, one of its inputs and a change that is tried."""
    operators = {case_files.load(stem)[0]: stem for stem in case_files.stems()}
    for op, position, change, tflite in wrong_dims.intended():
        inputs = max(len(case["inputs"]) for case in case_files.load(operators[op])[1])
        assert position < inputs, f"{op} has no input {position}"
        assert change in ("a dim", "a dim more", "a dim less"), f"{op}: {change}"
        assert tflite in ("runs", "refuses")
