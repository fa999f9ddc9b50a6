"""Removes each part of the keys of cache_parts.py, and checks that a test fails. Run by hand, with a build that was tested:

    python tests/ops/wrong_caches.py --build build/release --out /tmp/caches [--only TEXT]

For each part, the program of its tests is linked again with the changed source, and replaces the program in their commands.
The exit status is 1 if no test fails. The script stops at a test that fails with the original source.
"""

import argparse
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "ops" / "harness")]

import relink  # noqa: E402
from cache_parts import CACHES  # noqa: E402

_SECONDS = 900  # limit of one test


def changed(file, edits):
    text = (ROOT / file).read_text()
    for before, after in edits:
        if text.count(before) != 1:
            raise ValueError(f"{file}: {before!r} stands there {text.count(before)} times, expected once: cache_parts.py")
        text = text.replace(before, after)
    return text


def tests_of(build, expression):
    """The tests whose names match the expression, as ctest lists them, with their commands."""
    listed = subprocess.run(["ctest", "--show-only=json-v1"], cwd=build, capture_output=True, text=True, check=True)
    tests = [test for test in json.loads(listed.stdout)["tests"] if re.search(expression, test["name"])]
    if not tests:
        raise ValueError(f"no test is called {expression}")
    return tests


def fails(test, original, other):
    """True if the test fails with the other program, which is in another folder than the build's libraries."""
    properties = {entry["name"]: entry["value"] for entry in test["properties"]}
    environment = dict(os.environ, **dict(entry.split("=", 1) for entry in properties.get("ENVIRONMENT", [])))
    environment["LD_LIBRARY_PATH"] = str(original.parent)
    command = [argument.replace(str(original), str(other)) for argument in test["command"]]
    if command == test["command"]:
        return False
    try:
        process = subprocess.run(command, cwd=properties.get("WORKING_DIRECTORY"), env=environment, timeout=_SECONDS,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return True
    return process.returncode != 0


@functools.cache
def as_it_is(build, out, target, file):
    """The program linked with the unchanged source."""
    folder = out / "as_it_is"
    shutil.rmtree(folder, ignore_errors=True)
    return relink.relink(build, target, {file: (ROOT / file).read_text()}, folder)


def judge(build, out, cache, edits):
    """The name of the first test that fails without the part; None if none does."""
    shutil.rmtree(out / "wrong", ignore_errors=True)
    original = build / cache.target
    mutant = relink.relink(build, cache.target, {cache.file: changed(cache.file, edits)}, out / "wrong")
    found = next((test for test in tests_of(build, cache.tests) if fails(test, original, mutant)), None)
    if found is None:
        return None
    if fails(found, original, as_it_is(build, out, cache.target, cache.file)):
        raise RuntimeError(f"{found['name']} fails with {cache.file} as it is")
    return found["name"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release", help="a folder that is built")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="a folder for what is built here")
    parser.add_argument("--only", default="", metavar="TEXT", help="only parts whose file or name contains this")
    args = parser.parse_args()
    counts = [0, 0]
    for cache in CACHES:
        for name, edits in cache.parts:
            if args.only not in f"{cache.file}: {name}":
                continue
            found = judge(args.build.resolve(), args.out.resolve(), cache, edits)
            counts[found is not None] += 1
            print(f"{cache.file}: {name}: {found or 'NOT SEEN'}", flush=True)
    print(f"{counts[1]} of {sum(counts)} parts are seen")
    return 1 if counts[0] else 0


if __name__ == "__main__":
    sys.exit(main())
