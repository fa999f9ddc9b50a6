"""The cost of a start, in counted facts: which pipelines a driver compiles, and when."""

import os
import subprocess
import sys

import pytest

from conftest import GPU
from driver_file import driver_file
from model_builder import ModelBuilder

# Two interpreters, of which the second finds everything that the first made, and a child process.
REQUESTS = f"""
import os, sys
import litevk

def request():
    report = litevk.report(sys.argv[1], **{GPU!r})
    return [(program["new_pipelines"], program["pipelines"]) for program in report.document["programs"]]

first, second = request(), request()
assert all(new == all_of_it > 0 for new, all_of_it in first), first
assert len(second) == len(first) and all(new == 0 for new, _ in second), second
child = os.fork()
if child == 0:
    sys.exit(7)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
# The fork took the device, whose threads a driver waits for when a process ends.
assert all(new == all_of_it > 0 for new, all_of_it in request())
"""

# Compares the size of lavapipe's cache of compiled code after allocate_tensors() and after a run. The driver writes the
# cache on a thread of its own, so the program waits until the size no longer changes.
RUNS = f"""
import pathlib, sys, time
import litevk

def size(seconds):
    sizes = [-1, 0]
    while sizes[-1] != sizes[-2]:
        time.sleep(seconds)
        files = pathlib.Path(sys.argv[2]).rglob("*")
        sizes.append(sum(path.stat().st_size for path in files if path.is_file()))
    return sizes[-1]

interpreter = litevk.Interpreter(sys.argv[1], **{GPU!r})
interpreter.allocate_tensors()
prepared = size(1)
interpreter.invoke()
assert size(0.3) == prepared > 0
"""


@pytest.fixture
def network(tmp_path):
    """A model with tensors of several sizes, some of them powers of two, on which llvmpipe's code depends."""
    builder = ModelBuilder()
    graph = builder.subgraph()
    x = y = graph.input([1, 16, 16, 64], name="x")
    for op in ("TANH", "RELU", "LOGISTIC"):
        y = graph.node(op, [y], [1, 16, 16, 64])
    y = graph.node("MEAN", [y, graph.constant([1, 2], "int32")], [1, 64])
    graph.outputs(y, graph.node("SOFTMAX", [x], [1, 16, 16, 64], beta=1.0))
    path = tmp_path / "model.tflite"
    path.write_bytes(builder.serialize())
    return path


def python(*arguments, **environment):
    given = {**os.environ, "VK_ICD_FILENAMES": driver_file("lvp"), **environment}
    return subprocess.run([sys.executable, *map(str, arguments)], env=given, capture_output=True, text=True, timeout=120)


def test_the_device_and_its_pipelines_outlive_interpreters(network):
    process = python("-c", REQUESTS, network)
    assert process.returncode == 0, process.stderr


def test_the_first_run_compiles_nothing(network, tmp_path):
    cache = tmp_path / "mesa"
    process = python("-c", RUNS, network, cache, MESA_SHADER_CACHE_DIR=str(cache))
    assert process.returncode == 0, process.stderr


def warm(*arguments, **environment):
    return python("-m", "litevk", "warm", *arguments, **environment)


def test_warm_fills_the_users_cache(network, tmp_path):
    arguments = (network, "allow_cpu_device=1", "partition_policy=all")
    cold, again = (warm(*arguments, XDG_CACHE_HOME=str(tmp_path)) for _ in range(2))
    folder = tmp_path / "litevk"
    assert cold.returncode == again.returncode == 0, cold.stderr
    assert "device: llvmpipe" in cold.stdout and f"written to {folder}: 1 file " in cold.stdout
    assert f"written to {folder}: nothing new" in again.stdout
    assert [path.suffix for path in folder.iterdir()] == [".pipelines"]


def test_warm_fills_the_folder_that_is_named(network, tmp_path):
    process = warm(network, "allow_cpu_device=1", "partition_policy=all", f"serialization_dir={tmp_path}", HOME="/no")
    assert process.returncode == 0 and list(tmp_path.glob("litevk-*.pipelines")), process.stderr


def test_warm_says_why_it_keeps_nothing(network, tmp_path):
    for arguments, status, diagnostic in (
        ((), 2, "litevk warm: a model file is missing"),
        (("/no/such.tflite",), 3, "litevk warm: "),
        ((network, "allow_cpu_device=0"), 3, "CPU driver"),
        ((network, "allow_cpu_device=1", "partition_policy=all"), 3, "give serialization_dir=FOLDER"),
        ((network, "serialization_dir=/nonexist"), 3, "serialization_dir: /nonexist is not there: make the folder first\n"),
        ((network, f"serialization_dir={network}"), 3, f"serialization_dir: {network} is no folder\n"),
        ((network, "serialization_dir=/proc/self"), 3, "you may not write into the folder /proc/self\n"),
    ):
        process = warm(*arguments, XDG_CACHE_HOME="", HOME="")
        assert process.returncode == status and diagnostic in process.stderr and not process.stdout, process.stderr
