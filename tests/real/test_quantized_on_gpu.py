"""The quantized seeded networks in litevk.Interpreter with the delegate. If they compute in integers only, the bits equal those
without the delegate. The number of partitions is the one in docs/QUANTIZED_MODELS.md.
"""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent / "quantized"))

import on_gpu  # noqa: E402
import outcome  # noqa: E402
import quantized_table  # noqa: E402


def test_network(model, tmp_path, request):
    library = str(pathlib.Path(request.config.getoption("--library")).resolve())
    found = on_gpu.outcome_of(model, library, tmp_path)
    print(found.cell(), found.text)
    assert found.kind != outcome.WRONG, found.text
    written = quantized_table.written_cell(model)
    # Outputs that are close on one machine, since floats are computed too, may be the same on another.
    assert written is not None and written.replace(outcome.CLOSE, outcome.SAME) == found.cell().replace(outcome.CLOSE, outcome.SAME)
