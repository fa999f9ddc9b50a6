"""Compares TFLite's reference kernels with the project's interpreter on nodes with wrong dims, which either may refuse.

The dims of each case of one node are changed, one at a time. Both interpreters run the node, each in a process of its own,
since a kernel may crash on an unchecked error. Run by hand, for all operators or some:

    python wrong_dims.py --runtime build/release/liblitevk_runtime.so [--op STEM]...

Intended differences are rows of docs/design/wrong_dims.md. Others are printed, and the exit status is 1.
"""

import argparse
import collections
import copy
import dataclasses
import pathlib
import re
import sys
import zlib

import numpy as np

import case_files
import case_models
import litevk_runtime
import opset
import two_interpreters
from model_builder import ModelBuilder

_PAGE = pathlib.Path(__file__).resolve().parents[3] / "docs" / "design" / "wrong_dims.md"
_ROW = re.compile(r"^\| ([A-Z0-9_]+) \| ([a-z0-9, ]+) \| ([a-z, ]+) \| (runs|refuses) \|", re.M)


@dataclasses.dataclass
class Mutant:
    """A case with the dims of one input changed."""

    op: str
    stem: str
    case: dict
    position: int
    change: str
    values: list

    def __str__(self):
        shape = self.case["inputs"][self.position]["shape"]
        return f"{self.stem}/{self.case['name']} input {self.position} {self.change} to {shape}"

    def model(self):
        """The model, and the values of the inputs that a run sets."""
        builder = ModelBuilder()
        graph = builder.subgraph()
        outputs, runtime = case_models.add_node(graph, self.op, self.case, self.values)
        graph.outputs(*outputs)
        return builder.serialize(), [self.values[position] for position, _ in runtime]


def changed_shapes(shape):
    """Yields (name of the change, changed shape)."""
    for axis, dim in enumerate(shape):
        yield "a dim", [*shape[:axis], dim + 1, *shape[axis + 1 :]]
    yield "a dim more", [1, *shape]
    if shape:
        yield "a dim less", shape[1:]


def mutants_of(stem, parts=1):
    """Yields the mutants of one case in `parts`, always the same ones; none for custom operators, which the interpreter
    lacks."""
    op, cases = case_files.load(stem)
    if opset.records()[op]["is_custom"]:
        return
    for case in cases:
        # Cases whose golden outputs are not the reference kernels' cannot be compared here.
        if case.get("error") or "expected" in case or case["oracle"] != "reference" or case["invokes"] > 1:
            continue
        if zlib.crc32(f"{stem}/{case['name']}".encode()) % parts != 0:
            continue
        values = case_models.input_values(stem, case)
        for position, entry in enumerate(case["inputs"]):
            if entry is None or "sparse" in entry or isinstance(entry.get("quantization", {}).get("scale"), list):
                continue
            for change, shape in changed_shapes(list(entry["shape"])):
                changed = copy.deepcopy(case)
                changed["inputs"][position]["shape"] = shape
                mutated = [*values[:position], resized(values[position], shape), *values[position + 1 :]]
                yield Mutant(op, stem, changed, position, change, mutated)


def resized(values, shape):
    """Repeats the values to fill the shape; zeros or empty strings if there are none."""
    if values.size == 0:
        values = np.array([b""], dtype=object) if values.dtype == object else np.zeros(1, values.dtype)
    return np.resize(values, shape)


def run_by_oracle(mutant):
    return [values.shape for values in two_interpreters.run_by_oracle(*mutant.model())]


def run_by_litevk(runtime, mutant):
    return [values.shape for values in two_interpreters.run_by_litevk(runtime, *mutant.model())]


@dataclasses.dataclass
class Difference:
    mutant: Mutant
    expected: tuple
    found: tuple

    def __str__(self):
        return f"{self.mutant}: TFLite {_text(self.expected)}; litevk {_text(self.found)}"

    def key(self):
        """The difference as a row of the page."""
        return self.mutant.op, self.mutant.position, self.mutant.change, self.expected[0]


def _text(outcome):
    return f"{outcome[0]}: {outcome[1]}".replace("\n", " ")


def differences(runtime, mutants):
    """Mutants that only one interpreter runs, or whose outputs have other dims. Crashes of TFLite do not count."""
    by_oracle = two_interpreters.outcomes(mutants, run_by_oracle)
    by_litevk = two_interpreters.outcomes(mutants, lambda mutant: run_by_litevk(runtime, mutant))
    for mutant, expected, found in zip(mutants, by_oracle, by_litevk):
        if expected[0] == "crashes" and found[0] != "crashes":
            continue
        if expected[0] != found[0] or (expected[0] == "runs" and expected != found):
            yield Difference(mutant, expected, found)


def intended():
    """The keys of the page's rows."""
    keys = set()
    for op, positions, changes, tflite in _ROW.findall(_PAGE.read_text()):
        for position in positions.split(", "):
            keys |= {(op, int(position), change, tflite) for change in changes.split(", ")}
    return keys


def without_intended(found):
    keys = intended()
    return [difference for difference in found if difference.key() not in keys]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runtime", type=pathlib.Path, required=True, help="liblitevk_runtime.so")
    parser.add_argument("--op", action="append", metavar="STEM", help="only this operator's cases")
    args = parser.parse_args()
    mutants = [mutant for stem in args.op or case_files.stems() for mutant in mutants_of(stem)]
    found = list(differences(litevk_runtime.Runtime(args.runtime), mutants))
    unmeant = without_intended(found)
    for difference in unmeant:
        print(difference)
    by_key = collections.Counter(difference.key() for difference in unmeant)
    for key, count in sorted(by_key.items()):
        print(count, *key)
    print(f"{len(mutants)} nodes with wrong dims, {len(found)} differ, {len(found) - len(unmeant)} of them as meant")
    sys.exit(1 if unmeant else 0)


if __name__ == "__main__":
    main()
