"""Counts the identifiers that contain a word for which the field has another one (CONTRIBUTING.md, Words).

    python3 tests/structure/field_words.py            prints the names that are left
    python3 tests/structure/field_words.py --write    writes their counts to field_words.txt; a test compares
"""
import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
COUNTS = ROOT / "tests/structure/field_words.txt"
# A word in the singular, which stands for its plural too, and the words to take instead.
WORDS = {
    "number": "integer, quantized value; index for a position",
    "factor": "multiplier",
    "way": "algorithm, config",
    "method": "algorithm",
    "place": "offset, index, position",
    "product": "matmul",
    "order": "layout, permutation",
    "sentence": "diagnostic, reason",
    "halve": "ties, float16",
    "alone": "only",
    "hybrid": "dynamic_int8",
    "misfit": "refused",
}
_SOURCES = re.compile(r"\.(cc|h|c|glsl|comp|inc|py)$")
# Names of others: the schema, TFLite's parameters, and the public headers, whose names stay.
_OTHERS = re.compile(r"^(runtime/tflite|runtime/include|delegate/include)/")
_C = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)
_PYTHON = re.compile(r'#[^\n]*|"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)


def words_of(name):
    """The words of a name in CamelCase or snake_case, in lower case and the singular."""
    found = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)
    return {word.lower().removesuffix("s") if len(word) > 4 or word.lower() == "ways" else word.lower() for word in found}


def names_of(path, text):
    """The identifiers of a source, without comments and strings."""
    code = (_PYTHON if path.endswith(".py") else _C).sub(" ", text)
    return set(re.findall(r"(?<![A-Za-z0-9_])[A-Za-z_][A-Za-z0-9_]*", code))


def left_of(names):
    """The names that contain a word of WORDS, keyed by the word."""
    left = {word: set() for word in WORDS}
    for name in names:
        for word in words_of(name) & WORDS.keys():
            left[word].add(name)
    return left


def left():
    paths = subprocess.run(["git", "-C", str(ROOT), "ls-files"], capture_output=True, text=True, check=True).stdout.split()
    names = collections.ChainMap(*({name: path for name in names_of(path, (ROOT / path).read_text(errors="replace"))}
                                   for path in paths
                                   if _SOURCES.search(path) and not _OTHERS.search(path) and (ROOT / path).is_file()))
    return left_of(set().union(*names.maps))


def counts():
    return {word: int(count) for word, count in (line.split() for line in COUNTS.read_text().splitlines())}


def main():
    found = left()
    if "--write" in sys.argv[1:]:
        COUNTS.write_text("".join(f"{word} {len(names)}\n" for word, names in found.items()))
        return
    for word, names in found.items():
        print(f"{word} ({WORDS[word]}): {len(names)}", *sorted(names), sep="\n    ")


if __name__ == "__main__":
    main()
