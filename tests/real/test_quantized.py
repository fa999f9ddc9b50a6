"""The seeded networks, quantized (quantized/write_quantized.py), in litevk.Interpreter on the CPU, beside TFLite's reference
kernels: every bit where all operators compute in integers, and what docs/QUANTIZED_MODELS.md says of each.
"""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent / "quantized"))

import outcome  # noqa: E402
import quantized_table  # noqa: E402


def test_network(model, tmp_path):
    found = outcome.outcome_of(model, tmp_path)
    print(found)
    assert found.kind != outcome.WRONG, str(found)
    # What is close on one machine, since floats are computed too, may be the same on another.
    alike = {outcome.SAME, outcome.CLOSE}
    written = quantized_table.written_kind(model)
    assert written == found.kind or {written, found.kind} == alike, f"docs/QUANTIZED_MODELS.md says otherwise: {found}"
