"""Tests a user's operator in litevk-run: its shader for the GPU and its kernel for the CPU come from two libraries."""

import json
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Vulkan lets a driver's atan be wrong by 4096 units in the last place.
TOLERANCE = 4096 * 2.0**-23


@pytest.fixture
def run(start, build_dir, tmp_path):
    """run("atan_gpu", arguments...) runs litevk-run with that gpu_op_library. Returns the finished process and its report."""
    schema = ROOT / "runtime" / "tflite" / "schema" / "tflite.fbs"
    source = ROOT / "tests" / "gpu_ops" / "add_atan_mul.json"
    subprocess.run(["flatc", "--binary", "-o", tmp_path, schema, source], check=True)
    report = tmp_path / "report.json"

    def run_model(library, *arguments):
        options = [
            "allow_cpu_device=1",
            "partition_policy=all",
            f"gpu_op_library={build_dir / f'lib{library}.so'}",
            f"report_path={report}",
        ]
        process = start(
            "litevk-run",
            tmp_path / "add_atan_mul.tflite",
            "--delegate",
            build_dir / "liblitevk.so",
            *(part for option in options for part in ("--delegate-option", option)),
            *arguments,
        )
        return process, json.loads(report.read_text())["subgraphs"][0]["nodes"]

    return run_model


def compared(build_dir):
    """Arguments for a comparison with the CPU, which needs the operator's CPU kernel."""
    return ["--custom-op-library", build_dir / "libatan_ops.so", "--compare", "cpu", "--atol", TOLERANCE, "--rtol", TOLERANCE]


def test_the_shader_agrees_with_the_kernel(run, build_dir):
    process, nodes = run("atan_gpu", *compared(build_dir))
    assert process.returncode == 0, process.stderr + process.stdout
    assert [node["delegated"] for node in nodes] == [True] * 3


def test_no_kernel_is_needed_where_the_delegate_takes_the_node(run):
    process, nodes = run("atan_gpu")
    assert process.returncode == 0, process.stderr
    assert [node["delegated"] for node in nodes] == [True] * 3


@pytest.mark.parametrize("library", ["missing", "litevk_test_gpu_ops_bindings", "litevk_test_gpu_ops_abi"])
def test_a_wrong_library_leaves_the_node_to_the_kernel(run, build_dir, library):
    process, nodes = run(library, *compared(build_dir))
    assert process.returncode == 0, process.stderr + process.stdout
    assert len([line for line in process.stderr.splitlines() if "gpu_op_library" in line]) == 1, process.stderr
    assert [node["delegated"] for node in nodes] == [True, False, True]


def test_a_refused_node_is_left_to_the_kernel(run, build_dir):
    process, nodes = run("litevk_test_gpu_ops_refuses", *compared(build_dir))
    assert process.returncode == 0, process.stderr + process.stdout
    assert nodes[1]["reason"] == "the factory is closed"


def test_without_a_kernel_the_operator_is_unresolved(run):
    process, _ = run("missing")
    assert process.returncode != 0 and "Encountered unresolved custom op: Atan" in process.stderr
