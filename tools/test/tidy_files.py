"""Lists the sources that clang-tidy reads on a change. They are those that the change touched, those that include a header that
it touched (changes.py), and a share of the others (rotating_share.py).

    python3 tools/test/tidy_files.py [--touched] < PATHS    # paths of all sources below the repository, a line each; prints
                                                            # those to read, and how many they are on standard error
"""

import pathlib
import sys

import changes
import rotating_share

PARTS = 8


def files_to_read(sources, root, turn, others=True):
    if turn is None:
        return list(sources)
    taken = changes.concerned({source: changes.read_of(source, root) for source in sources}, changes.touched(root))
    taken |= set(rotating_share.share(sources, PARTS, turn)) if others else set()
    return [source for source in sources if source in taken]


def main(root=rotating_share.ROOT):
    sources = [str(pathlib.Path(line).relative_to(root)) for line in sys.stdin.read().splitlines()]
    turn, others = rotating_share.current_turn(root), "--touched" not in sys.argv
    taken = files_to_read(sources, root, turn, others)
    share = f" and 1/{PARTS} of the others, turn {turn}" if others else ""
    why = "all" if turn is None else f"what the change touched{share}"
    print(f"clang-tidy: {len(taken)} of {len(sources)} files: {why}", file=sys.stderr)
    print("".join(f"{root / source}\n" for source in taken), end="")


if __name__ == "__main__":
    main()
