"""Which sources clang-tidy reads on a change: those that the last commits or the working tree touched, those that include
a header that they touched, and a rotating share of the others (rotating_share.py).

    python3 tools/test/tidy_files.py < PATHS    # paths of all sources below the repository, a line each; prints those to
                                                # read, and how many they are on standard error
"""

import pathlib
import re
import sys

import rotating_share

COMMITS = 20
PARTS = 8
_INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def touched(root, git=rotating_share.git):
    """Paths, relative to the repository, that the last commits changed or that are not committed."""
    outputs = (
        git("log", f"-{COMMITS}", "-m", "--name-only", "--format=", root=root),
        git("diff", "--name-only", "HEAD", root=root),
        git("ls-files", "--others", "--exclude-standard", root=root),
    )
    return {line for output in outputs for line in (output or "").splitlines() if line}


def includes_of(path):
    """What a source includes by a path from the repository's root."""
    return set(_INCLUDE.findall(path.read_text(errors="replace")))


def concerned(sources, changed, root):
    """The sources that changed, or whose own header or one that they include directly did."""
    headers = {path for path in changed if path.endswith((".h", ".hpp", ".inc"))}
    for source in sources:
        own = {str(pathlib.PurePath(source).with_suffix(suffix)) for suffix in (".h", ".hpp")}
        if source in changed or headers & (own | includes_of(root / source)):
            yield source


def files_to_read(sources, root, turn):
    if turn is None:
        return list(sources)
    taken = set(concerned(sources, touched(root), root)) | set(rotating_share.share(sources, PARTS, turn))
    return [source for source in sources if source in taken]


def main(root=rotating_share.ROOT):
    sources = [str(pathlib.Path(line).relative_to(root)) for line in sys.stdin.read().splitlines()]
    turn = rotating_share.current_turn(root)
    taken = files_to_read(sources, root, turn)
    why = f"what {COMMITS} commits touched and 1/{PARTS} of the others, turn {turn}" if turn is not None else "all"
    print(f"clang-tidy: {len(taken)} of {len(sources)} files: {why}", file=sys.stderr)
    print("\n".join(str(root / source) for source in taken))


if __name__ == "__main__":
    main()
