"""Takes each part of the keys of cache_parts.py out, and asks the tests whether they notice. By hand, with a build that is tested:

    python tests/ops/wrong_caches.py --build build/release --out /tmp/caches [--only TEXT]

Of each part the program that its tests run is linked again with the changed source, and takes the program's place in their
commands. The exit status is 1 where no test fails.
"""

import argparse
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

_SECONDS = 900  # of one test


def changed(file, edits):
    text = (ROOT / file).read_text()
    for before, after in edits:
        if text.count(before) != 1:
            raise ValueError(f"{file}: {before!r} stands there {text.count(before)} times, expected once: cache_parts.py")
        text = text.replace(before, after)
    return text


def tests_of(build, expression):
    """The tests of those names, as ctest has them, with their commands."""
    listed = subprocess.run(["ctest", "--show-only=json-v1"], cwd=build, capture_output=True, text=True, check=True)
    tests = [test for test in json.loads(listed.stdout)["tests"] if re.search(expression, test["name"])]
    if not tests:
        raise ValueError(f"no test is called {expression}")
    return tests


def fails(test, original, mutant):
    properties = {entry["name"]: entry["value"] for entry in test["properties"]}
    environment = dict(os.environ, **dict(entry.split("=", 1) for entry in properties.get("ENVIRONMENT", [])))
    command = [argument.replace(str(original), str(mutant)) for argument in test["command"]]
    if command == test["command"]:
        return False
    try:
        process = subprocess.run(command, cwd=properties.get("WORKING_DIRECTORY"), env=environment, timeout=_SECONDS,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return True
    return process.returncode != 0


def judge(build, out, cache, edits):
    """The name of the first test that fails without the part; None: none does."""
    shutil.rmtree(out, ignore_errors=True)
    mutant = relink.relink(build, cache.target, {cache.file: changed(cache.file, edits)}, out)
    tests = tests_of(build, cache.tests)
    return next((test["name"] for test in tests if fails(test, build / cache.target, mutant)), None)


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
