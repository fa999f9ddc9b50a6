"""Twins: a case's node and nodes that differ from it in one property, in one model. Each runs on the device and in TFLite's
reference kernels.

Nodes share constants, tables, plans and pipelines by keys. If a key omits a property that its content depends on, one node
gets the content of another. `twin_changes.py` makes the nodes, which share every operand that is not changed. The oracle runs
each node in a model of its own, where nothing is shared. With LITEVK_VALIDATION=1 the library makes shared content again and
compares the bytes, so that wrong sharing is reported even if values agree. Run by hand, for all operators or some:

    LITEVK_VALIDATION=1 VK_ICD_FILENAMES=$(python3 tools/test/driver_file.py lvp) python tests/ops/harness/twins.py --library build/release/liblitevk.so

Nodes that TFLite refuses and those that the delegate leaves to the interpreter are counted. The exit status is 1 if a node is
wrong beside its twins only. A node that is wrong alone too is printed.
"""

import argparse
import collections
import dataclasses
import pathlib
import sys
import tempfile
import time
import zlib

import numpy as np
import pytest

import case_files
import graph_twins
import harness
import litevk_pytest
import node_twins
import opset
import reference_kernels
import rotating_share
import two_interpreters

# Stands for an operator's name: the cases of several nodes.
GRAPHS = "graphs"
# Most nodes of a model, and seconds that a model may take: drivers on CPUs compile each pipeline.
_MOST_NODES = 24
_SECONDS = 300
# The interpreter's error for a custom operator that the delegate leaves to it.
_LEFT_CUSTOM = "unresolved custom op"
# Errors of the interpreter's own kernels. Only twins cause them, if a kernel reads dims that a tensor does not have.
_TFLITE_KERNEL = "tflite/kernels/"
# The error for a number of scales that differs from an output's dim, which the oracle's file does not state.
_TFLITE_SCALES = "has invalid quantization parameters"


@dataclasses.dataclass
class Wrong:
    twin: object
    # "beside": the node is right alone in a model, so here it used a twin's content.
    kind: str
    text: str

    def __str__(self):
        return f"{self.twin}: wrong {self.kind}: {self.text}"


def batches(stem, chosen=lambda name: True):
    """Lists of twins of the operator's cases, or of the graphs, whose names are `chosen`. The case's own node comes first."""
    if stem != GRAPHS:
        return node_twins.lists_of(stem, chosen)
    return (list(graph_twins.twins_of(case)) for name, case in graph_twins.cases().items() if chosen(f"{stem}/{name}"))


def names_of(stem):
    """The names of the cases that have twins."""
    names = graph_twins.cases() if stem == GRAPHS else [case["name"] for case in node_twins.cases_of(stem)[1]]
    return [f"{stem}/{name}" for name in names]


def run_by_oracle(node):
    try:
        if node.oracle is not None:  # such a node's shapes are fetched with the device's outputs too
            reference_kernels.with_inferred_shapes(node.together([node])[0], node.oracle)
        builder, inputs, _ = node.together([node])
        return reference_kernels.run_reference(builder.serialize(), [inputs] * node.invokes, node.oracle)[-1]
    except Exception as error:  # numpy may raise anything for a node that a custom operator's oracle does not check
        raise ValueError(f"{type(error).__name__}: {error}") from error


@dataclasses.dataclass
class Delegate:
    """Runs the nodes of a model on the device. The first interpreter lives on, so that the process keeps device and pipelines."""

    library: str
    _kept: object = None

    def outputs_of(self, nodes):
        """The outputs of each node; None for one that the delegate leaves to the interpreter."""
        builder, inputs, counts = nodes[0].together(nodes)
        model = reference_kernels.with_inferred_shapes(builder, nodes[0].oracle)
        with tempfile.TemporaryDirectory() as folder, litevk_pytest.captured_stderr() as printed:
            delegates = harness.Delegates(self.library, "vulkan", pathlib.Path(folder) / "report.json")
            self._kept = self._kept or _interpreter(model, delegates.create(report_path=None))
            interpreter = _interpreter(model, delegates.create())
            harness.set_shapes(interpreter, inputs)
            results = [harness.run(interpreter, inputs) for _ in range(nodes[0].invokes)][-1]
            taken = [entry["delegated"] for entry in delegates.report().nodes()]
        if messages := litevk_pytest.validation_messages(printed[0]):
            raise RuntimeError(messages[0])
        return [outputs if any(flags) else None for outputs, flags in parts(results, taken, counts)]

    def difference(self, node, expected, found):
        """The first difference beyond the operator's bounds; None if there is none."""
        bound = node.bound()
        for number, (got, wanted) in enumerate(zip(found, expected, strict=True)):
            if (got.dtype, got.shape, got.tobytes()) == (wanted.dtype, wanted.shape, wanted.tobytes()):
                continue
            try:
                harness.assert_close(got, wanted, *bound, f"output {number}")
            except (AssertionError, pytest.fail.Exception) as error:
                return str(error).split("\n")[0]
        return None


def _interpreter(model, delegate):
    """An interpreter whose nodes beside the delegate's run on the oracle's kernels, since other kernels refuse some."""
    return reference_kernels.reference_interpreter(model, experimental_delegates=[delegate])


def parts(results, of_operators, counts):
    """Yields the outputs of each node, and the entries of its operators."""
    ends, operator_ends = np.cumsum(counts, axis=0).T
    for (count, operators), end, operator_end in zip(counts, ends, operator_ends):
        yield results[end - count : end], of_operators[operator_end - operators : operator_end]


def _outcomes(subject, groups):
    """Yields the outcome of each node. If a whole group is refused or crashes, each node runs beside the group's first only."""
    found = two_interpreters.outcomes(groups, subject.outputs_of, _SECONDS)
    for nodes, (kind, result) in zip(groups, found):
        if kind == "runs":
            yield from (("runs", outputs) for outputs in result)
        elif len(nodes) == 1:
            yield kind, result
        else:
            pairs = [[nodes[0]], *([nodes[0], node] for node in nodes[1:])]
            for kind, result in two_interpreters.outcomes(pairs, subject.outputs_of, _SECONDS):
                yield kind, result[-1] if kind == "runs" else result


def asked(nodes_of_cases):
    """Returns (groups, expected) for lists of nodes, each of which begins with a case's node. A group is the nodes of a model,
    and `expected` has the oracle's outcome of each node, keyed by id(node).
    """
    everyone = [node for nodes in nodes_of_cases for node in nodes]
    expected = dict(zip(map(id, everyone), two_interpreters.outcomes(everyone, run_by_oracle)))
    groups = []
    for nodes in nodes_of_cases:
        running = [node for node in nodes if expected[id(node)][0] == "runs"]
        if running[:1] == nodes[:1]:
            groups += [[nodes[0], *running[at : at + _MOST_NODES]] for at in range(1, len(running), _MOST_NODES)]
    return groups, expected


def asked_in_share(stems, parts, turn):
    """Returns (groups, expected) for the share of the operators' cases that a turn takes: one part in `parts`."""
    taken = set(rotating_share.share([name for stem in stems for name in names_of(stem)], parts, turn))
    return asked([nodes for stem in stems for nodes in batches(stem, taken.__contains__)])


def judged(subject, groups, expected):
    """Yields (outcome in a word, Wrong or None) for each node of the groups."""
    pairs = [(nodes[0], node) for nodes in groups for node in nodes]
    for (first, node), outcome in zip(pairs, _outcomes(subject, groups)):
        yield _judged(subject, first, node, expected[id(node)][1], outcome)


def _runs_by_oracle(nodes):
    """Runs the nodes in one model without a delegate."""
    builder, inputs, _ = nodes[0].together(nodes)
    reference_kernels.run_reference(builder.serialize(), [inputs] * nodes[0].invokes, nodes[0].oracle)


def _judged(subject, first, node, expected, outcome):
    kind, found = outcome
    if _LEFT_CUSTOM in str(found):
        return "left out", None
    if kind == "refuses" and _TFLITE_SCALES in str(found):
        return "TFLite does not load", None
    if kind == "refuses" and _TFLITE_KERNEL in str(found):
        pair = [first] if node is first else [first, node]
        if two_interpreters.outcomes([pair], _runs_by_oracle)[0][0] != "runs":
            return "TFLite refuses beside others", None
    if kind != "runs":
        return f"litevk {kind}", Wrong(node, kind, str(found))
    if found is None:
        return "left out", None
    difference = subject.difference(node, expected, found)
    if difference is None:
        return "right", None
    kind, alone = two_interpreters.outcomes([[node]], subject.outputs_of, _SECONDS)[0]
    is_right = kind == "runs" and alone[0] is not None and subject.difference(node, expected, alone[0]) is None
    where = "beside" if is_right else "alone"
    return f"wrong {where}", Wrong(node, where, difference)


def judge_all(subject, stems, chosen=lambda name: True):
    """Prints the wrong nodes. Returns the number of nodes for each outcome."""
    words = collections.Counter()
    for stem in stems:
        start = time.monotonic()
        groups, expected = asked(list(batches(stem, chosen)))
        words.update(f"TFLite {kind}" for kind, _ in expected.values() if kind != "runs")
        for word, wrong in judged(subject, groups, expected):
            words[word] += 1
            if wrong is not None:
                print(wrong, flush=True)
        print(f"{stem}: {len(expected)} nodes in {time.monotonic() - start:.1f} s", flush=True)
    return words


def taken_stems():
    """The operators that the GPU takes, and GRAPHS for the cases of several nodes."""
    return [GRAPHS, *(stem for stem in case_files.stems() if opset.records()[case_files.load(stem)[0]]["gpu"])]


def is_in_share(name, parts):
    return zlib.crc32(name.encode()) % parts == 0


def is_wrong(words):
    """True if a node is wrong beside others only. Nodes that are wrong alone are judged by the operators' cases and
    wrong_types.py."""
    return any(word.startswith(("wrong beside", "litevk")) for word in words)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", type=pathlib.Path, required=True, help="liblitevk.so")
    parser.add_argument("--op", action="append", metavar="STEM", help="only this operator's cases")
    parser.add_argument("--case", metavar="TEXT", default="", help="only cases whose names contain this text")
    parser.add_argument("--share", type=int, default=1, help="one case in so many, always the same ones")
    args = parser.parse_args()
    subject = Delegate(str(args.library.resolve()))
    words = judge_all(subject, args.op or taken_stems(), lambda name: args.case in name and is_in_share(name, args.share))
    print(f"{sum(words.values())} nodes:", ", ".join(f"{number} {word}" for word, number in words.most_common()))
    sys.exit(1 if is_wrong(words) else 0)


if __name__ == "__main__":
    main()
