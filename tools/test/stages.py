"""The order in which shares of tests run while a run has time. A stage is one test of ctest that takes a share, in one turn.

A run begins at the stage where that of the last change that landed stopped, which .ci/last_run.json keeps. It runs one stage
of every such test, goes on with further ones, and prints the record with which the next change begins.

    python3 tools/test/stages.py first build/release    # two lines "TURN TESTS", "-" for none, and one with the test that comes
                                                        # after those; nothing where no test takes a share
    python3 tools/test/stages.py further build/release TURN NEXT SECONDS    # "TESTS TURN NEXT": what these seconds allow, and
                                                                            # the stage behind; nothing where they are too few
    python3 tools/test/stages.py summary build/release  # how many parts of each test ran
    python3 tools/test/stages.py record TURN NEXT       # the record, to commit once the change has landed
"""

import collections
import json
import pathlib
import sys
import xml.etree.ElementTree

import rotating_share

# The worth of a stage, by the beginning of its name: what most users' models would meet comes first.
WORTH = ("ops.lavapipe.litert-2.3.0", "onnx.op_cases", "real.networks.lavapipe", "onnx.scales", "onnx.moved_quantized",
         "ops.swiftshader.litert-2.3.0", "ops.reference.litert-2.3.0", "python", "tools", "real.lavapipe", "ops.lavapipe",
         "real.runner", "real.networks", "real.quantized.generate", "real.quantized", "onnx", "real.swiftshader", "ops")
SIDE_BY_SIDE = 2  # tests that ctest runs at once


def rank(name):
    return next((position for position, beginning in enumerate(WORTH) if name.startswith(beginning)), len(WORTH))


def sampled(build):
    """Returns the tests that take a share, the most worth first."""
    names = (name for name, _ in rotating_share.sampled_tests(rotating_share.commands(build)))
    return sorted(names, key=lambda name: (rank(name), name))


def offset_of(names, next_name):
    """Returns the index of the test, or that of the first one if it is gone."""
    return names.index(next_name) if next_name in names else 0


def first(names, turn, next_name):
    """Returns [(turn, names)] of the first stage of every test: those before the next one are a turn ahead."""
    ahead = offset_of(names, next_name)
    return [(turn, names[ahead:]), (turn + 1, names[:ahead])]


def further(names, next_name, seconds, durations):
    """Returns the tests from this one on, to the end of its turn, that take no longer than so many seconds side by side."""
    taken, total = [], 0.0
    for name in names[offset_of(names, next_name):]:
        longest = max(durations.get(other, seconds) for other in [*taken, name])
        total += durations.get(name, seconds)
        if max(longest, total / SIDE_BY_SIDE + longest / 2) > seconds:
            break
        taken.append(name)
    return taken


def after(names, turn, taken):
    """Returns (turn, name) of the stage behind these."""
    position = names.index(taken[-1]) + 1
    return (turn, names[position]) if position < len(names) else (turn + 1, names[0])


def results(build):
    """Yields (name, seconds) of each test as often as it ran."""
    for path in sorted(pathlib.Path(build).glob("ctest*.xml")):
        for case in xml.etree.ElementTree.parse(path).iter("testcase"):
            yield case.get("name"), float(case.get("time"))


def print_summary(build):
    ran = collections.Counter(name for name, _ in results(build))
    parts = dict(rotating_share.sampled_tests(rotating_share.commands(build)))
    said = ", ".join(f"{name} {ran[name]}/{parts[name]}" for name in sampled(build))
    print(f"In shares, the rest of which did not run (all of it: tools/run_tests.sh --full): {said}; clang-tidy, see above.")


def print_first(build):
    if rotating_share.current_turn() is None:
        return
    record, names = rotating_share.record(), sampled(build)
    for turn, taken in first(names, record["turn"], record["next"]):
        print(turn, "|".join(taken) or "-")
    print(names[offset_of(names, record["next"])])


def print_further(build, turn, next_name, seconds):
    names = sampled(build)
    taken = further(names, next_name, float(seconds), dict(results(build)))
    if taken:
        print("|".join(taken), *after(names, int(turn), taken))


def print_record(turn, next_name):
    commit = (rotating_share.git("rev-parse", "HEAD") or "").strip()
    print(json.dumps({"commit": commit, "turn": int(turn), "next": next_name}))


if __name__ == "__main__":
    commands = {"first": print_first, "further": print_further, "summary": print_summary, "record": print_record}
    commands[sys.argv[1]](*sys.argv[2:])
