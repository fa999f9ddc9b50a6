"""The quantized seeded networks (quantized/write_quantized.py) in litevk.Interpreter on the CPU, compared with TFLite's reference
kernels. Every bit is equal if all operators compute in integers, and docs/QUANTIZED_MODELS.md has each outcome.
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
    # Outputs that are close on one machine, since floats are computed too, may be the same on another.
    alike = {outcome.SAME, outcome.CLOSE}
    written = quantized_table.written_kind(model)
    assert written == found.kind or {written, found.kind} == alike, f"docs/QUANTIZED_MODELS.md says otherwise: {found}"
