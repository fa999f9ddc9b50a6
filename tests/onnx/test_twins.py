"""A share of the twins of the operator cases (tests/ops/harness/twins.py) as ONNX. The share rotates with each turn."""

import collections
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "ops" / "harness"))
import case_files  # noqa: E402
import rotating_share  # noqa: E402
import twins  # noqa: E402
import twins_as_onnx  # noqa: E402

# One case in so many runs with its twins, in a full run too, since all of them take too long.
PARTS = 300


def test_share(request):
    groups, expected = twins.asked_in_share(case_files.stems(), PARTS, rotating_share.current_turn() or 0)
    python = pathlib.Path(request.config.getoption("--environment")) / "onnx" / "bin" / "python"
    subject = twins_as_onnx.Converted(request.config.getoption("--program"), str(python), "qdq")
    words = collections.Counter()
    for word, wrong in twins.judged(subject, groups, expected):
        words[word] += 1
        assert wrong is None or wrong.kind != "beside", str(wrong)
    # Ensures that the comparison ran enough nodes to mean something.
    assert words["right"] > 20, words
