"""Checks that tools/test/mutate_models.py writes the same damaged models each time, and that most are still valid files."""

import os
import pathlib
import subprocess
import sys

import litevk_runtime

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "tools" / "test" / "mutate_models.py"
COUNT = 200


def files(request, out, seed, hash_seed):
    cases = request.config.getoption("--cases")
    command = [sys.executable, SCRIPT, "--cases", cases, "--out", out, "--count", str(COUNT), "--seed", str(seed)]
    subprocess.run(command, check=True, env={**os.environ, "PYTHONHASHSEED": str(hash_seed)})
    return [path.read_bytes() for path in sorted(out.iterdir())]


def test_a_seed_makes_the_same_files(request, tmp_path):
    first = files(request, tmp_path / "first", 1, 1)
    assert len(first) == COUNT
    assert files(request, tmp_path / "second", 1, 2) == first
    assert files(request, tmp_path / "other", 2, 1) != first


def test_most_files_differ_and_many_are_read(request, tmp_path):
    made = files(request, tmp_path / "files", 3, 1)
    assert len(set(made)) > COUNT * 0.9
    library = pathlib.Path(request.config.getoption("--library")).with_name("liblitevk_runtime.so")
    runtime = litevk_runtime.Runtime(library)
    read = 0
    for path in sorted((tmp_path / "files").iterdir()):
        try:
            with litevk_runtime.Interpreter(runtime, path):
                read += 1
        except litevk_runtime.RuntimeFailure:
            pass
    assert COUNT * 0.2 < read < COUNT * 0.8
