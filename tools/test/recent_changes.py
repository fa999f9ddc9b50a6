"""What a change must run whatever its share (rotating_share.py): that of which the working tree or the last commits changed
something. A commit that changed much, as one that moves folders does, counts in whole while it is the last one; later it
would make every change wait for everything.
"""

import rotating_share

COMMITS = 20
MOST = 8  # of all, at most one in so many because of commits before the last one
CASES = "tests/ops/cases"
GRAPH_MODULES = {f"{CASES}/graphs/{path.name}" for path in (rotating_share.ROOT / CASES / "graphs").glob("*.py")}


def files_of_case(name):
    """Paths, relative to the repository, of what an operator case may be read from; none that is there for a model."""
    folder = rotating_share.first_folder(name)
    return GRAPH_MODULES if folder == "graphs" else {f"{CASES}/{folder}_cases.json"}


def touched(root, git=rotating_share.git):
    """Paths, relative to the repository: what is not committed, then what each of the last commits changed."""
    working_tree = (
        git("diff", "--name-only", "HEAD", root=root),
        git("ls-files", "--others", "--exclude-standard", root=root),
    )
    log = git("log", f"-{COMMITS}", "-m", "--name-only", "--format=%x00", root=root) or ""
    return [set("".join(filter(None, working_tree)).splitlines()), *(set(c.split("\n")) for c in log.split("\0")[1:])]


def concerned(reads, root=rotating_share.ROOT):
    """The keys of `reads`, {name: the paths that it depends on}, of which something changed."""
    found = [{name for name, paths in reads.items() if paths & changed} for changed in touched(root)]
    older = set()
    for names in found[2:]:
        if len(older | names) <= len(reads) / MOST:
            older |= names
    return older.union(*found[:2])
