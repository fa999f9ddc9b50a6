"""Finds the files that a change touched: those that differ from the last change that landed, which .ci/last_run.json names, and
those that are not committed. A test of a touched file runs whatever its share (rotating_share.py).
"""

import pathlib
import re

import rotating_share

MOST_READERS = 8  # a file that more than one in so many read says little about each of them: they come in their shares
MOST = 4  # a change of more than one in so many, as a move or a rename, has them come in their shares too
CASES = "tests/ops/cases"
GRAPH_MODULES = tuple(f"{CASES}/graphs/{path.name}" for path in (rotating_share.ROOT / CASES / "graphs").glob("*.py"))
# Folders with a file for each operator that they have, of the operator's stem.
OPERATOR_FOLDERS = ("delegate/ops", "kernels_ref", "runtime/interpreter/ops", "onnx/ops", "runtime/opset/ops")
_INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def base(root=rotating_share.ROOT, git=rotating_share.git):
    """Returns the last commit that landed before this change; where history was rewritten, that which recorded it."""
    commit = rotating_share.record(root)["commit"]
    if commit and git("merge-base", "--is-ancestor", commit, "HEAD", root=root) is not None:
        return commit
    return recorded(root, git)


def recorded(root=rotating_share.ROOT, git=rotating_share.git):
    """Returns the commit that wrote the record, with which a change begins; HEAD where there is none."""
    return (git("log", "-1", "--format=%H", "--", rotating_share.RECORD, root=root) or "").strip() or "HEAD"


def touched(root=rotating_share.ROOT, git=rotating_share.git):
    """Returns the paths, relative to the repository, that the change touched: committed, or not yet."""
    committed = git("diff", "--name-only", base(root, git), root=root)  # with the working tree
    new = git("ls-files", "--others", "--exclude-standard", root=root)
    return set("".join(filter(None, (committed, new))).splitlines())


def concerned(reads, changed):
    """Returns the names of `reads`, {name: (its own files, files that it reads)}, of which something changed: none where that is
    too many. Files that too many names read are passed over.
    """
    own = {name for name, (files, _) in reads.items() if changed.intersection(files)}
    readers = {}
    for name, (_, files) in reads.items():
        for file in changed.intersection(files):
            readers.setdefault(file, set()).add(name)
    found = own.union(*(names for names in readers.values() if len(names) <= max(1, len(reads) // MOST_READERS)))
    return found if len(found) <= max(1, len(reads) // MOST) else set()


def includes_of(path):
    """Returns what a source includes by a path from the repository's root."""
    return set(_INCLUDE.findall(path.read_text(errors="replace"))) if path.exists() else set()


def read_of(source, root):
    """Returns the source with its header, and what the two include directly, each with the source beside it."""
    own = {str(pathlib.PurePath(source).with_suffix(suffix)) for suffix in (".cc", ".h", ".hpp")}
    return own, set().union(*(includes_of(root / path) for path in own))


def files_of_operator(stem, root=rotating_share.ROOT):
    """Returns the operator's own files, and the headers that these include, each with its source."""
    own = {f"{folder}/{stem}{suffix}" for folder in OPERATOR_FOLDERS for suffix in (".cc", ".h")}
    own |= {str(path.relative_to(root)) for path in (root / "shaders").rglob(f"{stem}.comp")}
    headers = set().union(*(includes_of(root / path) for path in own))
    sources = {header.removesuffix(".h") + ".cc" for header in headers if header.endswith(".h")}
    shared = {f"shaders/{header}" for header in headers if header.endswith(".glsl")}
    return own | {f"{CASES}/{stem}_cases.json"}, headers | sources | shared


def operators(root=rotating_share.ROOT):
    """Returns the stems of all operators that have cases."""
    return sorted(path.name.removesuffix("_cases.json") for path in (root / CASES).glob("*_cases.json"))


def touched_operators(root=rotating_share.ROOT, git=rotating_share.git):
    """Returns the stems of the operators that the change touched, and "graphs" for the cases of several nodes."""
    changed = touched(root, git)
    stems = concerned({stem: files_of_operator(stem, root) for stem in operators(root)}, changed)
    has_graphs = concerned({path: ({path}, set()) for path in GRAPH_MODULES}, changed)
    return sorted(stems | ({"graphs"} if has_graphs else set()))
