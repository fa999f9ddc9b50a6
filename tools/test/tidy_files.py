"""Which sources clang-tidy reads on a change: those that the working tree or the last commits touched and those that include
a header that they touched (recent_changes.py), and a rotating share of the others (rotating_share.py).

    python3 tools/test/tidy_files.py < PATHS    # paths of all sources below the repository, a line each; prints those to
                                                # read, and how many they are on standard error
"""

import pathlib
import re
import sys

import recent_changes
import rotating_share

PARTS = 8
_INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def includes_of(path):
    """What a source includes by a path from the repository's root."""
    return set(_INCLUDE.findall(path.read_text(errors="replace")))


def read_of(source, root):
    """The source itself, its own header, and what it includes directly."""
    own = {str(pathlib.PurePath(source).with_suffix(suffix)) for suffix in (".cc", ".h", ".hpp")}
    return own | includes_of(root / source)


def files_to_read(sources, root, turn):
    if turn is None:
        return list(sources)
    taken = recent_changes.concerned({source: read_of(source, root) for source in sources}, root)
    taken |= set(rotating_share.share(sources, PARTS, turn))
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
