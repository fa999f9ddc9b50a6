"""A share of the twins of every operator case and graph (harness/twins.py) on the device. The share rotates with each turn."""

import collections

import rotating_share
import twins

# One case in so many runs with its twins, in a full run too, since all of them take most of an hour.
PARTS = 80


def test_share(request):
    groups, expected = twins.asked_in_share(twins.taken_stems(), PARTS, rotating_share.current_turn() or 0)
    words = collections.Counter()
    for word, wrong in twins.judged(twins.Delegate(request.config.getoption("--library")), groups, expected):
        words[word] += 1
        assert wrong is None or wrong.kind == "alone", str(wrong)
    # Ensures that the comparison ran enough nodes to mean something.
    assert words["right"] > 100
