"""The sentences of litevk's errors, as the sources have them: the last section of docs/ERRORS.md.

    python3 tools/docs/error_diagnostics.py            prints the section
    python3 tools/docs/error_diagnostics.py --write    puts it into docs/ERRORS.md; a test compares

A sentence in C++ is the string that a function takes which returns an error, a verdict or a line of the log. A sentence in
Python is the message of an exception. The sign "…" stands for a value that is known at run time only.
"""

import ast
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "ERRORS.md"
HEADING = "## Every diagnostic"

# Folders, each with the subject of its sentences and the advice to the user.
GROUPS = (
    ("delegate/plugin", "Options, and the delegate as a whole", "Correct the option; [OPTIONS.md](OPTIONS.md) has all."),
    ("delegate/engine", "Running on the device", "The run goes on where it can; \"Preparing and running\" says how."),
    ("delegate", "What the delegate takes", "A node with such a reason stays with the interpreter; [SUPPORTED_OPS.md](SUPPORTED_OPS.md)."),
    ("runtime/vk", "Drivers and devices", "See \"Device\"; a newer driver may help."),
    ("runtime/exec", "Programs on the device", "See \"Preparing and running\"."),
    ("runtime/graph", "Programs for the device", "A fault of litevk, or of a user's module ([CUSTOM_OPS.md](CUSTOM_OPS.md))."),
    ("runtime/platform", "Files and processes", "Mend the path, or who may read and write there."),
    ("runtime/model", "The model file", "The file is damaged or no model: fetch or convert it again."),
    ("runtime/values", "Values that are known before a run", "As for \"Nodes\": the node that computes the value is refused."),
    ("runtime/layout", "Orders of dims", "Correct the layout of the tensor."),
    ("runtime/opset", "Nodes", "The model does not fit the dims of its inputs, or breaks the format's rules."),
    ("runtime/interpreter", "The interpreter", "Call its functions in order; see \"Operators without a CPU kernel\"."),
    ("onnx", "The converter to ONNX", "Nothing is written; [ONNX.md](ONNX.md) says what has a form there."),
    ("runtime", "The C API", "Correct the call."),
    ("kernels_ref", "CPU kernels", "The node's values or types are none that the operator takes."),
    ("kernels_cpu", "The interpreter's kernels", "See \"Operators without a CPU kernel\"."),
    ("tools", "Programs", "Correct the command line; COMMAND --help has all of it."),
    ("bench", "Benchmarks", "Correct the command line; COMMAND --help has all of it."),
    ("python/litevk", "Python", "Correct the call; [PYTHON.md](PYTHON.md)."),
)

# Functions of several files that make an error, with the index of the argument that is the sentence. Other functions are
# found by their return type.
_HELPERS = {"InvalidArgument": 0, "Internal": 0, "Unavailable": 0, "Unsupported": 0, "NeedsValues": 0, "Warning": 0,
            "Reject": 1, "Status": 1, "ReportError": 1, "PrintfError": 0, "push_back": 0, "emplace_back": 0, "Once": 2}
_RETURNS = r"(?:Status|Verdict|(?:abi::)?TfLiteStatus|Result<[\w:<>, *]+>)"
_DEFINITION = re.compile(rf"^\s*(?:static |inline )*{_RETURNS} (?:\w+::)*(\w+)\(([^{{;]*)\)", re.MULTILINE)
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
# A string of at most so many words is a key, such as "device name", unless a value or a colon follows.
_KEY_WORDS = 2
# A returned string is a sentence of an error if it contains one of these phrases.
_SAYS = r"expected|cannot|is no|is not|is neither|is a CPU|does not|did you mean|too many|needs "
# Variables in which sentences are put together.
_VARIABLES = r"(?:message|diagnostic|reason|problem|refusals?|hint|missing)"


def _without_comments(text):
    return re.sub(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*', lambda match: match.group(1) or "", text)


def _closing(text, start):
    """Index of the bracket that closes the one at `text[start]`."""
    depth, at = 0, start
    while at < len(text):
        if text[at] == '"':
            at = _STRING.match(text, at).end() if _STRING.match(text, at) else at + 1
            continue
        if text[at] == "'" and re.match(r"'(?:[^'\\]|\\.)'", text[at:]):
            at += re.match(r"'(?:[^'\\]|\\.)'", text[at:]).end()
            continue
        depth += text[at] in "([{"
        depth -= text[at] in ")]}"
        if depth == 0:
            return at
        at += 1
    return len(text)


def _split(text, separator):
    """The parts of an expression between separators that stand in no bracket and no string."""
    parts, begin, at = [], 0, 0
    while at < len(text):
        if text[at] in "([{":
            at = _closing(text, at)
        elif text[at] == '"' and _STRING.match(text, at):
            at = _STRING.match(text, at).end() - 1
        elif text[at] == separator:
            parts.append(text[begin:at])
            begin = at + 1
        at += 1
    return parts + [text[begin:]]


def _literal(text):
    """The string of a term that consists of literals, else None."""
    text = re.sub(r"^std::string(?:_view)?\((.*)\)$", r"\1", text.strip(), flags=re.DOTALL)
    pieces = _STRING.findall(text)
    if not pieces or _STRING.sub("", text).strip():
        return None
    return "".join(pieces).replace('\\"', '"').replace("\\n", " ").replace("\\\\", "\\")


def _diagnostic(expression):
    """The sentence that a C++ expression concatenates; "" for none."""
    terms = [_literal(term) for term in _split(expression, "+")]
    text = "".join("…" if term is None else term for term in terms)
    text = re.sub(r"%[-+ #0-9.*l]*(?:h|z)?[a-zA-Z]", "…", text) if "%" in text else text
    return _tidy(text)


def _tidy(text):
    text = re.sub(r"…(?:\s*…)+", "…", re.sub(r"\s+", " ", text)).strip()
    words = len(re.findall(r"[A-Za-z][\w']+", text))
    return text if words > _KEY_WORDS or (words == _KEY_WORDS and re.search("[…:]", text)) else ""


def _own_helpers(text):
    """The functions of a file that return an error and take a string, with the index of the first string parameter."""
    found = {}
    for name, parameters in _DEFINITION.findall(text):
        kinds = [bool(re.search(r"std::string|char\s*\*", parameter)) for parameter in _split(parameters, ",")]
        if any(kinds):
            found[name] = None
    return found


def _of_cpp(path):
    text = _without_comments(path.read_text(encoding="utf-8"))
    helpers = {**_own_helpers(text), **_HELPERS}
    for call in re.finditer(rf"\b({'|'.join(helpers)})(?:\([^()]*\))?[({{]", text):
        begin = call.end() - 1
        arguments = _split(text[begin + 1:_closing(text, begin)], ",")
        position = helpers[call.group(1)]
        chosen = arguments if position is None else arguments[position:position + 1]
        yield from map(_diagnostic, chosen)
    for match in re.finditer(rf"\b{_VARIABLES}(?: \+?= |\()", text):
        yield _diagnostic(_split(text[match.end():], ";")[0].rstrip(")"))
    for match in re.finditer(r"\breturn (?=[^;]*\")", text):
        diagnostic = _diagnostic(_split(text[match.end():], ";")[0])
        if re.search(_SAYS, diagnostic):
            yield diagnostic
    for match in re.finditer(r"\{(?:StatusCode::\w+|[\w.]+\.code\(\)), ", text):
        yield _diagnostic(_split(text[match.end():_closing(text, match.start())], ",")[0])


def _of_python(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Raise) or not isinstance(node.exc, ast.Call) or not node.exc.args:
            continue
        value = node.exc.args[0]
        parts = value.values if isinstance(value, ast.JoinedStr) else [value]
        texts = [part.value if isinstance(part, ast.Constant) else "…" for part in parts]
        yield _tidy("".join(map(str, texts)))


def sources():
    """The files that are searched for sentences, each with its group."""
    for path in sorted([*ROOT.glob("runtime/**/*.cc"), *ROOT.glob("runtime/**/*.h"), *ROOT.glob("delegate/**/*.cc"),
                        *ROOT.glob("delegate/**/*.h"), *ROOT.glob("kernels_ref/**/*.cc"), *ROOT.glob("kernels_ref/**/*.h"), *ROOT.glob("kernels_cpu/**/*.cc"), *ROOT.glob("kernels_cpu/**/*.h"),
                        *ROOT.glob("onnx/**/*.cc"), *ROOT.glob("onnx/**/*.h"),
                        *ROOT.glob("tools/**/*.cc"), *ROOT.glob("bench/**/*.cc"), *ROOT.glob("python/litevk/**/*.py")]):
        name = path.relative_to(ROOT).as_posix()
        if "/examples/" in name or "/peers/" in name:
            continue
        yield path, next(folder for folder, _, _ in GROUPS if name.startswith(folder + "/"))


def collect():
    """The sentences of each group, in the order of the alphabet."""
    found = {folder: set() for folder, _, _ in GROUPS}
    for path, group in sources():
        found[group].update(filter(None, (_of_python if path.suffix == ".py" else _of_cpp)(path)))
    return {group: sorted(diagnostics) for group, diagnostics in found.items()}


def section(collected):
    """The last section of the page, with what collect() found."""
    lines = [HEADING, "", "<!-- Output of tools/docs/error_diagnostics.py; a test compares. -->", "",
             "By where they come from; \"…\" stands for what differs. Sentences are put together: what a line ends with may be",
             "another line."]
    for folder, diagnostics in collected.items():
        _, title, remedy = next(group for group in GROUPS if group[0] == folder)
        lines += ["", f"### {title}", "", remedy, ""]
        lines += [f"- {_code(diagnostic)}" for diagnostic in diagnostics]
    return "\n".join(lines) + "\n"


def _code(diagnostic):
    return f"`` {diagnostic} ``" if "`" in diagnostic else f"`{diagnostic}`"


def written(collected):
    """The page as it should be."""
    before, _, _ = PAGE.read_text(encoding="utf-8").partition(HEADING)
    return before.rstrip("\n") + "\n\n" + section(collected)


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(written(collect()), encoding="utf-8")
    else:
        sys.stdout.write(section(collect()))
