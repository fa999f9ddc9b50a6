"""Flaws of the interpreter's LSTM kernels, for which kernels_ref computes the intended result (docs/NUMERICS.md). A test
that fails at its last line shows that a later interpreter has fixed its kernels.

Float LSTMs without an activation lose what a cell gate's last product adds where the gate has an odd number of them.
"""

import copy

import numpy as np

import case_files
from case_models import input_values, op_model
from reference_kernels import run_reference
from test_quantized_flaws import ours, ours_of, runtime, theirs  # noqa: F401, of which one is a fixture

# The operand of BIDIRECTIONAL_SEQUENCE_LSTM before its auxiliary weights.
AUX_INPUT = 39
RECURRENT_WEIGHTS = range(5, 9)


def test_an_auxiliary_input_and_no_activation(runtime, tmp_path):
    """The last one of three is the output state's."""
    stem = "bidirectional_sequence_lstm"
    op, case, values = without_activation(stem, "aux")
    model = op_model(op, case, stem)[0].serialize()
    given = [values[0], values[AUX_INPUT]]
    joined = op_model(op, of_one_input(case, values), stem)[0].serialize()
    both = np.concatenate(given, axis=-1)
    meant = theirs(joined, both)
    assert np.allclose(ours(runtime, joined, both, tmp_path), meant, atol=1e-6)
    found = run_reference(model, [given])[0][0]
    assert np.allclose(ours_of(runtime, model, given, tmp_path), meant, atol=1e-6)
    assert np.allclose(found[0], meant[0], atol=1e-6)
    assert not np.allclose(found[1:], meant[1:], atol=1e-2)


def test_diagonal_weights_and_no_activation(runtime, tmp_path):
    """The input's is the only one where the output state's weights are diagonals."""
    stem = "unidirectional_sequence_lstm"
    op, case, values = without_activation(stem, "batch_major_diagonal_everything")
    model = op_model(op, case, stem)[0].serialize()
    case["params"]["diagonalRecurrentTensors"] = False
    for position in RECURRENT_WEIGHTS:
        case["inputs"][position].update(shape=[4, 4], values=np.diag(values[position]).ravel().tolist())
    meant = theirs(op_model(op, case, stem)[0].serialize(), values[0])
    assert np.allclose(ours(runtime, model, values[0], tmp_path), meant, atol=1e-5)
    assert not np.allclose(theirs(model, values[0]), meant, atol=1e-2)


def test_diagonal_weights_of_int8(runtime, tmp_path):
    """Beside floats such a diagonal is read as if it were a matrix."""
    stem = "unidirectional_sequence_lstm"
    op, cases = case_files.load(stem)
    case = copy.deepcopy(next(case for case in cases if case["name"] == "float32xint8_plain"))
    values = input_values(stem, case)
    full = copy.deepcopy(case)
    for position in RECURRENT_WEIGHTS:
        diagonal = np.diag(values[position])
        case["inputs"][position].update(shape=[diagonal.size], values=diagonal.tolist())
        full["inputs"][position].update(values=np.diag(diagonal).ravel().tolist())
    model = op_model(op, case, stem)[0].serialize()
    meant = theirs(op_model(op, full, stem)[0].serialize(), values[0])
    assert np.allclose(ours(runtime, model, values[0], tmp_path), meant, atol=1e-3)
    assert not np.allclose(theirs(model, values[0]), meant, atol=1e-2)


def without_activation(stem, name):
    """The operator, the case without an activation, and its values."""
    op, cases = case_files.load(stem)
    case = copy.deepcopy(next(case for case in cases if case["name"] == name))
    case["params"]["fusedActivationFunction"] = "NONE"
    return op, case, input_values(stem, case)


def of_one_input(case, values):
    """The case with the auxiliary input, and its weights, at the end of the input and its weights."""
    case = copy.deepcopy(case)
    entries = case["inputs"]
    pairs = [(0, AUX_INPUT), *zip((1, 2, 3, 4, 18, 19, 20, 21), range(AUX_INPUT + 1, AUX_INPUT + 9))]
    for position, aux in pairs:
        joined = np.concatenate([values[position], values[aux]], axis=-1)
        entries[position].update(shape=list(joined.shape), values=joined.ravel().tolist())
        entries[aux] = None
    return case
