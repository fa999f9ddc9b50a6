"""What TFLite's kernels refuse when they prepare a node, the project's refuse before a run too: all cases with an error."""

import pathlib

import case_files
import case_models
import litevk_runtime
import opset
import two_interpreters

INVOKE = "failed to invoke"  # what both interpreters say of a node that they have prepared

_VALUES = "the values of operands are looked at when the node runs"
_INTERMEDIATES = "what lies between a cell's sums is looked at when the node runs"
# Cases that are refused when the node runs: why.
LATER = {
    "concat_embeddings/bad_id": "no resolver has the operator",
    "concat_embeddings/bad_negative_id": "no resolver has the operator",
    "lstm/int8_refuses_7_intermediates": _INTERMEDIATES,
    "resize_nearest_neighbor/error_size_0_at_run_time": _VALUES,
    "slice/lowest": _VALUES,
    "space_to_batch_nd/batch_too_large": _VALUES,
    "space_to_batch_nd/padding_negative": _VALUES,
    "unidirectional_sequence_lstm/int8_refuses_diagonal_weights": _INTERMEDIATES,
    "unidirectional_sequence_lstm/int8_refuses_gates_of_8_bits": _INTERMEDIATES,
    "unidirectional_sequence_lstm/int8_refuses_no_intermediates": _INTERMEDIATES,
    "unsorted_segment_max/id_too_large": _VALUES,
    "unsorted_segment_min/id_too_large": _VALUES,
    "unsorted_segment_prod/id_too_large": _VALUES,
    "unsorted_segment_sum/id_too_large": _VALUES,
}


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


def test_stages(request):
    path = pathlib.Path(request.config.getoption("--library")).with_name("liblitevk_runtime.so")
    runtime, (names, tasks) = litevk_runtime.Runtime(path), zip(*models())
    expected = two_interpreters.outcomes(tasks, lambda task: two_interpreters.run_by_oracle(*task))
    found = two_interpreters.outcomes(tasks, lambda task: two_interpreters.run_by_litevk(runtime, *task))
    refused = [(name, ours) for name, theirs, ours in zip(names, expected, found) if theirs[0] == "refuses" and INVOKE not in theirs[1]]
    late = {name: ours[1] for name, ours in refused if ours[0] != "refuses" or INVOKE in ours[1]}
    assert len(refused) > 300
    assert late.keys() == LATER.keys(), {name: late.get(name, "in time") for name in late.keys() ^ LATER.keys()}
