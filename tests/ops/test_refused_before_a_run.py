"""Checks that a node with an error that is known before a run is refused before it. The nodes are all cases with an error, and
a share of nodes with other types, scales and options. Nodes that TFLite refuses in preparation are refused then too.
"""

import pathlib
import re
import zlib

import pytest

import case_files
import case_models
import litevk_runtime
import opset
import two_interpreters
import type_mutants

INVOKE = "failed to invoke"  # text of both interpreters' errors for a node that was prepared
# One in so many of the nodes with other types or scales runs.
PARTS = 40

# Errors about values, which the node checks when it runs, as in TFLite, even if the file stores them.
_OF_VALUES = re.compile(
    r": (an? (exponent|id|index|multiple|padding|segment id|sequence length|size) (of|is)|(axis|delta|lookup|id|index|segment id|stride"
    r"|entry|size) |(begin \S+ and size|(block_shape|crops|paddings|shape) has a (value|dim)|dim \d+ is|division by zero|element \d+ of"
    r"|input dim \d+ is|k is|output (dim|has dims|shape has)|perm lists|root of a negative value|shape \S+ does not|soft_nms_sigma"
    r"|the (grams|number of samples|range|sample rate|shapes)))"
)
# Cases that TFLite refuses earlier.
LATER = {
    # No resolver of TFLite has the operator.
    "concat_embeddings/bad_id",
    "concat_embeddings/bad_negative_id",
    # The error depends on values of operands.
    "resize_nearest_neighbor/error_size_0_at_run_time",
    "slice/lowest",
    "space_to_batch_nd/batch_too_large",
    "space_to_batch_nd/padding_negative",
    "unsorted_segment_max/id_too_large",
    "unsorted_segment_min/id_too_large",
    "unsorted_segment_prod/id_too_large",
    "unsorted_segment_sum/id_too_large",
}


@pytest.fixture(scope="module")
def runtime(request):
    return litevk_runtime.Runtime(pathlib.Path(request.config.getoption("--library")).with_name("liblitevk_runtime.so"))


def models():
    """(name, (model, values of its inputs, runs)) of each case that is an error."""
    for stem in case_files.stems():
        op, cases = case_files.load(stem)
        if opset.records()[op]["is_custom"]:
            continue
        for case in cases:
            if case.get("error") and not case["resize"]:
                yield f"{stem}/{case['name']}", model_of(op, case, stem)


def model_of(op, case, stem):
    values = case_models.input_values(stem, case)
    builder, runtime = case_models.op_model(op, case, stem)
    return builder.serialize(), [values[position] for position, _ in runtime if position < len(values)], 1


def refusals(runtime, tasks):
    """The project's interpreter's error for each task; empty if it runs."""
    found = two_interpreters.outcomes(tasks, lambda task: two_interpreters.run_by_litevk(runtime, *task))
    assert all(outcome[0] != "crashes" for outcome in found)
    return [outcome[1] if outcome[0] == "refuses" else "" for outcome in found]


def test_stages(runtime):
    names, tasks = zip(*models())
    expected = two_interpreters.outcomes(tasks, lambda task: two_interpreters.run_by_oracle(*task))
    found = refusals(runtime, tasks)
    in_time = [name for name, theirs in zip(names, expected) if theirs[0] == "refuses" and INVOKE not in theirs[1]]
    late = {name: text for name, text in zip(names, found) if not text or INVOKE in text}
    assert len(in_time) > 300
    assert late.keys() & set(in_time) == LATER
    assert not {name: text for name, text in late.items() if text and not _OF_VALUES.search(text)}


def mutants(stem):
    """The nodes of an operator's cases, and a share of their mutants, which differ in a type, a scale or an option."""
    bases = type_mutants.bases(stem)
    firsts = {base.types(): base for base in reversed(bases)}.values()
    for base in firsts:
        for mutant in (*type_mutants.neighbours(base, 1), *type_mutants.varied(base)):
            if zlib.crc32(str(mutant).encode()) % PARTS == 0:
                yield mutant


def test_types_and_scales(runtime):
    taken = [mutant for stem in case_files.stems() for mutant in mutants(stem)]
    late = {str(mutant): text for mutant, text in zip(taken, refusals(runtime, [mutant.model() for mutant in taken])) if INVOKE in text}
    assert len(taken) > 1000
    assert not {name: text for name, text in late.items() if not _OF_VALUES.search(text)}
