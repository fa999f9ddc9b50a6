"""Which sources clang-tidy reads on a change: those that the working tree or the last commits touched, those that include
a header that they touched, and a rotating share of the others (rotating_share.py). A commit that touched much, as one that
moves folders does, counts in whole while it is the last one; later it would make every change wait for all sources.

    python3 tools/test/tidy_files.py < PATHS    # paths of all sources below the repository, a line each; prints those to
                                                # read, and how many they are on standard error
"""

import pathlib
import re
import sys

import rotating_share

COMMITS = 20
PARTS = 8
MOST = 8  # of the sources, at most one in so many because of a commit before the last one
_INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def touched(root, git=rotating_share.git):
    """Paths, relative to the repository: what is not committed, then what each of the last commits changed."""
    working_tree = (
        git("diff", "--name-only", "HEAD", root=root),
        git("ls-files", "--others", "--exclude-standard", root=root),
    )
    log = git("log", f"-{COMMITS}", "-m", "--name-only", "--format=%x00", root=root) or ""
    return [set("".join(filter(None, working_tree)).splitlines()), *(set(c.split("\n")) for c in log.split("\0")[1:])]


def includes_of(path):
    """What a source includes by a path from the repository's root."""
    return set(_INCLUDE.findall(path.read_text(errors="replace")))


def read_of(source, root):
    """The source itself, its own header, and what it includes directly."""
    own = {str(pathlib.PurePath(source).with_suffix(suffix)) for suffix in (".cc", ".h", ".hpp")}
    return own | includes_of(root / source)


def concerned(sources, root):
    """The sources of which the working tree or a commit changed something they read."""
    reads = {source: read_of(source, root) for source in sources}
    found = [{source for source in sources if reads[source] & changed} for changed in touched(root)]
    older = set()
    for sources_of_commit in found[2:]:
        if len(older | sources_of_commit) <= len(sources) / MOST:
            older |= sources_of_commit
    return older.union(*found[:2])


def files_to_read(sources, root, turn):
    if turn is None:
        return list(sources)
    taken = concerned(sources, root) | set(rotating_share.share(sources, PARTS, turn))
    return [source for source in sources if source in taken]


def main(root=rotating_share.ROOT):
    sources = [str(pathlib.Path(line).relative_to(root)) for line in sys.stdin.read().splitlines()]
    turn = rotating_share.current_turn(root)
    taken = files_to_read(sources, root, turn)
    why = f"what recent commits touched and 1/{PARTS} of the others, turn {turn}" if turn is not None else "all"
    print(f"clang-tidy: {len(taken)} of {len(sources)} files: {why}", file=sys.stderr)
    print("\n".join(str(root / source) for source in taken))


if __name__ == "__main__":
    main()
