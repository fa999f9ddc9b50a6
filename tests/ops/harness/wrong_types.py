"""Compares TFLite's reference kernels with the project's interpreter on nodes with any types and quantization.

Nodes of the cases get other types, scales, zero points, options and versions (`type_mutants.py`), and both interpreters run
each of them. Run by hand, for all operators or some:

    python wrong_types.py --runtime build/release/liblitevk_runtime.so [--op STEM]...

Intended differences are rows of docs/design/wrong_types.md. Others are printed, and the exit status is 1.
"""

import argparse
import collections
import dataclasses
import fnmatch
import pathlib
import re
import sys
import zlib

import numpy as np

import case_files
import litevk_runtime
import type_mutants
import two_interpreters

_PAGE = pathlib.Path(__file__).resolve().parents[3] / "docs" / "design" / "wrong_types.md"
_ROW = re.compile(r"^\| ([A-Z0-9_*, ]+) \| `([^`|]+)` \| `([^`|]+)` \| (runs|refuses|differs) \|", re.M)
# Floats are compared by the widest bound of docs/NUMERICS.md; the cases hold the bounds of each operator.
_RTOL, _ATOL = 1e-5, 1e-5
# The text of both interpreters' errors for a node that was prepared and fails when it runs.
_INVOKE = "failed to invoke"


@dataclasses.dataclass
class Difference:
    """`kind` is what only TFLite does ("prepares": it refuses the node before the run), or "differs"."""

    mutant: type_mutants.Mutant
    kind: str
    text: str

    def __str__(self):
        return f"{self.mutant}: {self.text}".replace("\n", " ")


def outcomes_of(runtime, mutants):
    by_oracle = two_interpreters.outcomes(mutants, lambda mutant: two_interpreters.run_by_oracle(*mutant.model()))
    by_litevk = two_interpreters.outcomes(mutants, lambda mutant: two_interpreters.run_by_litevk(runtime, *mutant.model()))
    return zip(mutants, by_oracle, by_litevk)


def judged(mutant, expected, found):
    """The outcome in a word, and a Difference unless both agree. A node that crashes TFLite may run or be refused here."""
    diagnostics = f"TFLite {_text(expected)}; litevk {_text(found)}"
    if found[0] == "crashes":
        return "litevk crashes", Difference(mutant, "crashes", diagnostics)
    if expected[0] == "crashes":
        return "TFLite crashes", None
    if "Cannot set tensor" in str(expected[1]):
        return "Python's interpreter cannot set the type", None
    if expected[0] == "runs" and _types_of(expected[1]) != mutant.stored_outputs():
        return "TFLite writes another type than the file's", None
    if expected[0] != found[0]:
        return f"only {'TFLite' if expected[0] == 'runs' else 'litevk'} runs", Difference(mutant, expected[0], diagnostics)
    if expected[0] == "refuses":
        if _INVOKE in found[1] and _INVOKE not in expected[1]:
            return "litevk refuses later", Difference(mutant, "prepares", diagnostics)
        return "both refuse", None
    return _compared(mutant, expected[1], found[1])


def _compared(mutant, expected, found):
    pairs = list(zip(expected, found, strict=True))
    if all(_same_bits(wanted, got) for wanted, got in pairs):
        return "same bits", None
    if all(_within_bounds(wanted, got) for wanted, got in pairs):
        return "floats within bounds", None
    return "differ", Difference(mutant, "differs", f"{_summary(expected)} against {_summary(found)}")


def _types_of(arrays):
    return [str(values.dtype) for values in arrays]


def _same_bits(wanted, got):
    return (wanted.shape, wanted.dtype) == (got.shape, got.dtype) and wanted.tobytes() == got.tobytes()


def _within_bounds(wanted, got):
    if (wanted.shape, wanted.dtype) != (got.shape, got.dtype):
        return False
    if wanted.dtype.kind not in "fc":
        return np.array_equal(wanted, got)
    finite = np.abs(wanted[np.isfinite(wanted)]).max(initial=1.0)
    return np.allclose(wanted, got, rtol=_RTOL, atol=_ATOL * finite, equal_nan=True)


def _text(outcome):
    return f"runs: {_summary(outcome[1])}" if outcome[0] == "runs" else f"{outcome[0]}: {outcome[1]}"


def _summary(arrays):
    return ", ".join(f"{values.dtype} {list(values.shape)} {values.ravel()[:6].tolist()}" for values in arrays)


def intended():
    """(operator, types, text, kind) of the page's rows, as patterns. `text` is a part of the change and its outcome."""
    rows = _ROW.findall(_PAGE.read_text()) if _PAGE.exists() else ()
    return [(op, types, text, kind) for ops, types, text, kind in rows for op in ops.split(", ")]


def is_intended(difference, rows):
    mutant = difference.mutant
    return any(
        kind == difference.kind
        and fnmatch.fnmatchcase(mutant.op, op)
        and fnmatch.fnmatchcase(mutant.types(), types)
        and fnmatch.fnmatchcase(f"{mutant.change}: {difference.text}", f"*{text}*")
        for op, types, text, kind in rows
    )


def swept(runtime, stem, share=1):
    """Yields (outcome in a word, Difference or None) for each node. Nodes with other types are tried in one of `share`, always
    the same ones."""
    bases = type_mutants.bases(stem)
    firsts = {base.types(): base for base in reversed(bases)}
    typed = [mutant for base in firsts.values() for mutant in type_mutants.neighbours(base, 2)]
    typed += [mutant for base in _by_operands(bases) for mutant in type_mutants.substituted(base)]
    ran = {}
    for mutant, expected, found in outcomes_of(runtime, _share(typed, share)):
        yield judged(mutant, expected, found)
        if expected[0] == found[0] == "runs":
            ran.setdefault(mutant.types(), mutant)
    varied = [mutant for base in [*bases, *ran.values()] for mutant in type_mutants.varied(base)]
    for outcome in outcomes_of(runtime, _share(varied, share)):
        yield judged(*outcome)


def _by_operands(bases):
    """The first base of each arrangement of present and absent operands."""
    return {str([entry is None for entry in base.case["inputs"]]): base for base in reversed(bases)}.values()


def _share(mutants, parts):
    return [mutant for mutant in mutants if zlib.crc32(str(mutant).encode()) % parts == 0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runtime", type=pathlib.Path, required=True, help="liblitevk_runtime.so")
    parser.add_argument("--op", action="append", metavar="STEM", help="only this operator's cases")
    parser.add_argument("--share", type=int, default=1, help="one node in so many")
    args = parser.parse_args()
    runtime, rows = litevk_runtime.Runtime(args.runtime), intended()
    words, unmeant = collections.Counter(), []
    for stem in args.op or case_files.stems():
        for word, difference in swept(runtime, stem, args.share):
            words[word] += 1
            if difference is not None and not is_intended(difference, rows):
                print(difference, flush=True)
                unmeant.append(difference)
    by_types = collections.Counter((d.mutant.op, d.mutant.types(), d.kind) for d in unmeant)
    for key, count in sorted(by_types.items()):
        print(count, *key, sep="  ")
    print(f"{sum(words.values())} nodes:", ", ".join(f"{count} {word}" for word, count in words.most_common()))
    print(f"{len(unmeant)} differ and are not meant to")
    sys.exit(1 if unmeant else 0)


if __name__ == "__main__":
    main()
