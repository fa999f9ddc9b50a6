"""A share of the twins of the operator cases (tests/ops/harness/twins.py) as ONNX, other ones on the next commit; all by hand."""

import collections
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "ops" / "harness"))
import case_files  # noqa: E402
import rotating_share  # noqa: E402
import twins  # noqa: E402
import twins_as_onnx  # noqa: E402

# One case in so many is taken with its twins, in a full run too: all of them take too long.
PARTS = 300


def test_share(request):
    names = [name for stem in case_files.stems() for name in twins.names_of(stem)]
    taken = set(rotating_share.share(names, PARTS, rotating_share.current_turn() or 0))
    stems = sorted({name.split("/")[0] for name in taken})
    groups, expected = twins.asked([nodes for stem in stems for nodes in twins.batches(stem, taken.__contains__)])
    python = pathlib.Path(request.config.getoption("--environment")) / "onnx" / "bin" / "python"
    subject = twins_as_onnx.Converted(request.config.getoption("--program"), str(python), "qdq")
    words = collections.Counter()
    for word, wrong in twins.judged(subject, groups, expected):
        words[word] += 1
        assert wrong is None or wrong.kind != "beside", str(wrong)
    # A comparison in which nothing runs compares nothing.
    assert words["right"] > 20, words
