"""A share of the twins of every operator case and graph (harness/twins.py) on the device, other ones on the next commit; all by hand."""

import collections

import rotating_share
import twins

# One case in so many is taken with its twins, in a full run too: all of them take most of an hour.
PARTS = 80


def test_share(request):
    names = [name for stem in twins.taken_stems() for name in twins.names_of(stem)]
    taken = set(rotating_share.share(names, PARTS, rotating_share.current_turn() or 0))
    stems = sorted({name.split("/")[0] for name in taken})
    groups, expected = twins.asked([nodes for stem in stems for nodes in twins.batches(stem, taken.__contains__)])
    words = collections.Counter()
    for word, wrong in twins.judged(twins.Delegate(request.config.getoption("--library")), groups, expected):
        words[word] += 1
        assert wrong is None or wrong.kind == "alone", str(wrong)
    # A comparison in which nothing runs compares nothing.
    assert words["right"] > 100
