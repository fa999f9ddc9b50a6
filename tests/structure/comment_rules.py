"""Finds comments that say little to a reader who sees them alone. Their first words refer to something outside of the comment, or
their sentences are too long. CONTRIBUTING.md, Comments.
"""
import ast
import re

REFUSED = ("Of", "The same", "Those", "These", "It", "Its", "Both", "What", "Whether", "Where", "By")
REFUSED_BEHIND_CODE = ("of", "those of", "that of", "likewise", "what", "whether", "where")
MOST_WORDS = 25
SLASHES = (".c", ".cc", ".comp", ".glsl", ".h", ".hpp", ".inc", ".js")
HASHES = (".ci/run", ".cmake", ".py", ".sh", "CMakeLists.txt")
_BEGINNING = re.compile(rf"(?:{'|'.join(REFUSED)})\b")
_TEXT = {"//": re.compile(r"\s*///?(?:\s(.*)|)$"), "#": re.compile(r"\s*#(?:\s(.*)|)$")}
_BEHIND_CODE = {mark: re.compile(rf"\s*[^\s{mark[0]}].*?\s{{1,2}}{mark}\s*((?:{'|'.join(REFUSED_BEHIND_CODE)})\b)") for mark in _TEXT}
_PARSED = re.compile(r"\s*// Iterations: ")  # a formula, which tools/build/embed_shader.py reads
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_SENTENCE_END = re.compile(r'(?<=[.!?:;])\s+(?=[A-Z`"(])')
_WORD = re.compile(r"[A-Za-z0-9_`'./:<>*+-]+")


def mark_of(path):
    """Returns the mark that begins a comment in a file of this name; None for a file that is no source."""
    if path.endswith(SLASHES):
        return "//"
    return "#" if path.endswith(HASHES) else None


def refused(path, text):
    """Returns (line, reason) of each comment, paragraph of one, and docstring that breaks a rule, in the order of lines."""
    if mark_of(path) is None:
        return []
    docstrings = _docstrings(text) if path.endswith(".py") else {}
    found = [finding for finding in _refused_behind_code(mark_of(path), text) if finding[0] not in docstrings]
    for number, lines in paragraphs(path, text, docstrings):
        beginning = _BEGINNING.match(lines[0].lstrip())
        found += [(number, f"begins with {beginning[0]}")] if beginning else []
        found += [(number, f"a sentence of {words} words") for words in lengths(lines) if words > MOST_WORDS]
    return sorted(found)


def _refused_behind_code(mark, text):
    for number, line in enumerate(text.splitlines(), 1):
        behind = _BEHIND_CODE[mark].match(line)
        if behind:
            yield number, f"begins behind code with {behind[1]}"


def lengths(lines):
    """Returns the numbers of words of a paragraph's sentences; tables and lines that are set off, such as code, have none."""
    prose = " ".join(line for line in lines if not line.startswith(("  ", "|")))
    return [] if prose.startswith("!") else [len(_WORD.findall(sentence)) for sentence in _SENTENCE_END.split(prose)]


def paragraphs(path, text, docstrings):
    """Yields (line, its lines) of the paragraphs of comments and, in Python, of docstrings (_docstrings)."""
    begun, lines = 0, []
    for number, words in (*_texts(path, text, docstrings), (0, "")):
        if words:
            begun = begun if lines else number
            lines.append(words)
        elif lines:
            yield begun, lines
            lines = []


def _texts(path, text, docstrings):
    """Yields (line, text) of each line of comments; the text is empty between paragraphs."""
    for number, line in enumerate(text.splitlines(), 1):
        if number in docstrings:
            yield from ((number, words) for words in docstrings[number])
        else:
            comment = _TEXT[mark_of(path)].match(line)
            yield number, (comment and comment[1] or "") if not _PARSED.match(line) else ""


def _docstrings(text):
    """Returns {line: its texts} of the lines of docstrings, which have an empty one before the first and behind the last."""
    found, lines = {}, text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            first, last, indent = node.body[0].lineno, node.body[0].end_lineno, node.body[0].col_offset
            for number in range(first, last + 1):
                found[number] = [lines[number - 1][indent:].replace('"""', "").rstrip()]
            found[first].insert(0, "")
            found[last].append("")
    return found
