"""The seeded networks, quantized, in litevk.Interpreter with the delegate: the bits of the same interpreter without it where no
float lies on the way, and as many partitions as docs/QUANTIZED_MODELS.md says.
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
    # What is close on one machine, since floats are computed too, may be the same on another.
    assert written is not None and written.replace(outcome.CLOSE, outcome.SAME) == found.cell().replace(outcome.CLOSE, outcome.SAME)
