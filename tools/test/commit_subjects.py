"""Checks the commits of a change, since the record of the last one that landed (changes.py). A subject says "area: what changed"
in at most 72 characters, and a body says why. More than 30 files are for moves and renames; pages and operator cases do not
count.
"""

import re
import sys

import changes
import rotating_share

LONGEST = 72
MOST_FILES = 30
_SUBJECT = re.compile(r"[a-z0-9_./{}* -]+(, [a-z0-9_./{}* -]+)*: \S.*[^.]")
_MERGE = re.compile(r"Merge .*")
_RENAME = re.compile(r"\b([Rr]enam|[Rr]eword|[Mm]ov|[Ss]plit|[Ff]ormat)")
_NOT_COUNTED = re.compile(r"R100|.*\t(docs/|tests/ops/cases/)")


def problems(subject, body, files):
    """Yields a sentence for each rule that a commit breaks."""
    if len(subject) > LONGEST:
        yield f"the subject has {len(subject)} characters, at most {LONGEST} are allowed"
    if _MERGE.fullmatch(subject):
        return
    if not _SUBJECT.fullmatch(subject):
        yield 'the subject is not "area: what changed", without a full stop'
    if not body.strip():
        yield "the body, which says why, is missing"
    if files > MOST_FILES and not _RENAME.search(subject):
        yield f"{files} files changed: more than {MOST_FILES} are for moves and renames, which the subject says"


def commits(root=rotating_share.ROOT, git=rotating_share.git):
    """Yields (hash, subject, body, files) of the commits since the record was written."""
    for commit in (git("rev-list", f"{changes.recorded(root, git)}..HEAD", root=root) or "").split():
        subject, _, body = git("log", "-1", "--format=%s%x00%b", commit, root=root).partition("\0")
        names = git("show", "--format=", "--name-status", "-M100%", commit, root=root) or ""
        changed = [line for line in names.splitlines() if not _NOT_COUNTED.match(line)]
        yield commit, subject, body, len(changed)


def main():
    found = [f"{commit[:10]} {subject}: {problem}" for commit, subject, body, files in commits()
             for problem in problems(subject, body, files)]
    print("\n".join(found) or "commits: subjects and bodies are as CONTRIBUTING asks")
    return len(found) > 0


if __name__ == "__main__":
    sys.exit(main())
