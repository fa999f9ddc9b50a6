"""Finds the places at which the source names an operator. A name is that of the model format, or of models for a custom operator.
Codes of the ABI or of the project, the schema's tables of options, and file stems count too. Comments and docstrings may name any
operator."""
import ast
import re
from typing import NamedTuple

_ROW = re.compile(r"^LITEVK_(?:CUSTOM_)?(?:KERNEL_|INTERPRETER_)?OP\((\w+), (\w+)\)$", re.M)
# A string or a comment of C and C++, whichever begins first.
_TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.S)
_CODE = re.compile(r"\bk(?:TfLiteBuiltin|Custom)(\w+)")
_OPTIONS = re.compile(r"\b(?:schema::|\w+_as_)(\w+)Options\b")
_RECORD = re.compile(r"\b(?:(?:kOpInfo|kKernelRow|MakeSpec|MakeRegistration|ReadOptions)_|LITEVK_KERNEL_ROW\()(\w+)")
_SPELLED = re.compile(r"\b[A-Z]\w+\b")
_STEM = re.compile(r"\b[a-z]\w*\b")


class Finding(NamedTuple):
    line: int
    stem: str
    text: str


class Operators:
    """The rows of op_list.inc."""

    def __init__(self, op_list):
        self.stems = dict(_ROW.findall(op_list))
        self._joined = {name.replace("_", "").lower(): stem for name, stem in self.stems.items()}

    def named_in(self, path, text):
        """One Finding for each mention of an operator in a file."""
        words = _words_of_python(text) if path.endswith(".py") else _words_of_cpp(text)
        for line, kind, word in words:
            stem = self._stem_of(kind, word)
            if stem is not None:
                yield Finding(line, stem, word)

    def _stem_of(self, kind, word):
        if kind == "spelled":
            return self.stems.get(word)
        if kind == "joined":
            return self._joined.get(word.lower())
        # A stem of one word is also an English word: "shape", "where".
        return word if word in self.stems.values() and (kind == "record" or "_" in word) else None


def _words_of_cpp(text):
    def blank(match):
        return match[0] if match[0].startswith('"') else re.sub(r"[^\n]", " ", match[0])

    for number, line in enumerate(_TOKEN.sub(blank, text).splitlines(), start=1):
        yield from ((number, "joined", word) for pattern in (_CODE, _OPTIONS) for word in pattern.findall(line))
        yield from ((number, "record", word) for word in _RECORD.findall(line))
        yield from ((number, "spelled", word) for word in _SPELLED.findall(line))
        if not line.startswith("#include"):
            strings = " ".join(re.findall(r'"((?:\\.|[^"\\])*)"', line))
            yield from ((number, "stem", word) for word in _STEM.findall(strings))


def _words_of_python(text):
    tree = ast.parse(text)
    bodies = [node.body for node in ast.walk(tree) if isinstance(getattr(node, "body", None), list)]
    docstrings = {id(body[0].value) for body in bodies if body and isinstance(body[0], ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield from ((node.lineno, "spelled", word) for word in _SPELLED.findall(node.value))
            yield from ((node.lineno, "stem", word) for word in _STEM.findall(node.value))
        elif isinstance(node, (ast.Name, ast.Attribute)):
            yield node.lineno, "spelled", node.id if isinstance(node, ast.Name) else node.attr
