"""Comments that begin with a word that says nothing to a reader who sees that comment alone. CONTRIBUTING.md, Comments."""
import re

REFUSED = ("Of", "The same", "Those", "These", "It", "Its", "Both")
SLASHES = (".c", ".cc", ".comp", ".glsl", ".h", ".hpp", ".inc", ".js")
HASHES = (".ci/run", ".cmake", ".py", ".sh", "CMakeLists.txt")
_BEGINNING = re.compile(rf"(?:{'|'.join(REFUSED)})\b")
_TEXT = {"//": re.compile(r"\s*///?(?:\s+(.*)|)$"), "#": re.compile(r"\s*#(?:\s+(.*)|)$")}
_DOCSTRING = re.compile(r'\s*"""(.*)')


def mark_of(path):
    """What begins a comment in a file of this name; nothing where the file is no source."""
    if path.endswith(SLASHES):
        return "//"
    return "#" if path.endswith(HASHES) else None


def refused(path, text):
    """(line, beginning) of each comment, paragraph of one, and docstring that begins with a refused word."""
    mark = mark_of(path)
    if mark is None:
        return []
    found = []
    is_inside = False
    for number, line in enumerate(text.splitlines(), 1):
        comment = _TEXT[mark].match(line)
        docstring = _DOCSTRING.match(line) if path.endswith(".py") else None
        words = (comment and comment[1]) or (docstring and docstring[1]) or ""
        beginning = None if is_inside else _BEGINNING.match(words)
        if beginning:
            found.append((number, beginning[0]))
        is_inside = bool(comment and comment[1])
    return found
