"""A share of the twins of every operator case and graph (harness/twins.py) on the device, others in the next turn; all by hand."""

import collections

import rotating_share
import twins

# One case in so many is taken with its twins, in a full run too: all of them take most of an hour.
PARTS = 80


def test_share(request):
    groups, expected = twins.asked_in_share(twins.taken_stems(), PARTS, rotating_share.current_turn() or 0)
    words = collections.Counter()
    for word, wrong in twins.judged(twins.Delegate(request.config.getoption("--library")), groups, expected):
        words[word] += 1
        assert wrong is None or wrong.kind == "alone", str(wrong)
    # A comparison in which nothing runs compares nothing.
    assert words["right"] > 100
