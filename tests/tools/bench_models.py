"""Models that the tests of litevk-bench start it with, and its options."""

import json

import pytest

from driver_file import driver_file
from graph_builder import cpu_only


QUICK = ["--num_runs=3", "--min_secs=0", "--warmup_min_secs=0"]
OPTIONS = "allow_cpu_device:1;strict:1;partition_policy:all"
LAVAPIPE = f"--external_delegate_options={OPTIONS}"


@pytest.fixture(autouse=True)
def lavapipe(monkeypatch):
    monkeypatch.setenv("VK_ICD_FILENAMES", driver_file("lvp"))


def two_partitions(graph):
    """RELU on the GPU, a node on the CPU, TANH on the GPU."""
    x = graph.input([1, 4, 4, 8], name="x")
    y = cpu_only(graph, graph.node("RELU", [x], [1, 4, 4, 8]), 1, [1, 4, 4, 8])
    graph.outputs(graph.node("TANH", [y], [1, 4, 4, 8]))


@pytest.fixture
def bench(start, write_model, tmp_path):
    """bench(flags...) runs litevk-bench. Returns the finished process and its JSON result."""

    def run(*flags):
        path = tmp_path / "bench.json"
        process = start("litevk-bench", f"--graph={write_model(two_partitions)}", f"--json={path}", *QUICK, *flags)
        assert process.returncode == 0, process.stderr
        return process, json.loads(path.read_text())

    return run


MINE = ["-o", "allow_cpu_device=1", "-o", "strict=1", "-o", "partition_policy=all"]
