"""Shares of the tests that would take too long on each change. The turn says which. A run begins where that of the last
change that landed stopped (stages.py). Everything has run after as many turns as a share has parts.

LITEVK_FULL=1, which tools/run_tests.sh --full sets, takes everything. So does a checkout without history: a folder without git,
or a shallow clone.
"""

import json
import os
import pathlib
import re
import subprocess
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORD = ".ci/last_run.json"  # commit, turn and next test of the last change that landed
OPTION = "--share"  # option of Python tests in ctest: one part in so many


def git(*arguments, root=ROOT):
    """Returns the output of git, whoever owns the checkout; None where git fails or there is none."""
    try:
        process = subprocess.run(
            ["git", "-c", "safe.directory=*", "-C", str(root), *arguments], capture_output=True, text=True
        )
    except OSError:
        return None
    return process.stdout if process.returncode == 0 else None


def record(root=ROOT):
    """Returns the contents of .ci/last_run.json; of a folder without it, those before the first run."""
    path = pathlib.Path(root, RECORD)
    return json.loads(path.read_text()) if path.exists() else {"commit": "", "turn": 0, "next": ""}


def current_turn(root=ROOT, environment=os.environ):
    """Returns the turn of LITEVK_TURN, or that of the record of the last run; None: take everything."""
    if environment.get("LITEVK_FULL") == "1":
        return None
    if (git("rev-parse", "--is-shallow-repository", root=root) or "").strip() != "false":
        return None
    return int(environment.get("LITEVK_TURN") or record(root)["turn"])


def share(names, parts, turn, group_of=None):
    """One part in `parts` of the names, in their order. Which part a name is in depends on nothing but the name, so that
    new names move no others. Of each group, as group_of(name) says, there is one in any case.
    """
    if turn is None:
        return list(names)
    taken = {name for name in names if zlib.crc32(name.encode()) % parts == turn % parts}
    groups = {}
    for name in names if group_of else ():
        groups.setdefault(group_of(name), []).append(name)
    for members in groups.values():
        if taken.isdisjoint(members):
            taken.add(members[turn % len(members)])
    return [name for name in names if name in taken]


def first_folder(name):
    """The group of an operator case (its operator) and of a model (its package)."""
    return name.split("/")[0]


def commands(build):
    """Yields (name, command) of the tests that CMake wrote for ctest. A listing of ctest leaves a command out if its program is
    missing, as in a checkout whose test environments nobody has made yet.
    """
    folder = pathlib.Path(build)
    text = (folder / "CTestTestfile.cmake").read_text()
    for name, command in re.findall(r"^add_test\((?:\[=*\[)?\"?(.+?)\"?(?:\]=*\])? (\".*)\)$", text, re.MULTILINE):
        yield name, re.findall(r'"((?:[^"\\]|\\.)*)"', command)
    for name in re.findall(r'^subdirs\("(.*)"\)$', text, re.MULTILINE):
        if (folder / name / "CTestTestfile.cmake").exists():  # a folder without targets has none
            yield from commands(folder / name)


def sampled_tests(tests):
    """(name, parts) of the tests, each a name and its command, that take a share."""
    for name, command in tests:
        if OPTION in command:
            yield name, command[command.index(OPTION) + 1]
