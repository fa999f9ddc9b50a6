"""Tests `litevk-run --bisect` on differences that no single node causes, and on those that litevk's switches remove."""

import json

import numpy as np
import pytest

from driver_file import driver_file

SHAPE = [2, 3]


def chain(graph):
    """Six nodes, alternately ADD and MUL. Each reads the result before it and an input."""
    x, y = graph.input(SHAPE, name="x"), graph.input(SHAPE, name="y")
    for op in ("ADD", "MUL", "ADD", "MUL", "ADD", "MUL"):
        x = graph.node(op, [x, y], SHAPE)
    graph.outputs(x)


@pytest.fixture
def bisect(start, write_model, build_dir, tmp_path):
    """bisect("fault=1,4", ...) returns the lines that began with "bisect: ", without it, the report and the exit status."""

    def run(*options, delegate=build_dir / "liblitevk_test_joined_delegate.so", build=chain, further=()):
        arguments = [*further, *(word for option in options for word in ("--delegate-option", option))]
        report = tmp_path / "report.json"
        process = start("litevk-run", write_model(build), "--delegate", delegate, *arguments, "--bisect", "--report", report)
        assert process.returncode in (0, 1), process.stderr
        lines = [line.removeprefix("bisect: ") for line in process.stdout.splitlines() if line.startswith("bisect: ")]
        return lines, json.loads(report.read_text())["bisect_whole"], process.returncode

    return run


AGREES_ALONE = "every node agrees with the reference kernels when it runs alone"
DIFFERS = "the outputs differ when the model runs as a whole"


def test_no_difference(bisect):
    lines, report, status = bisect()
    assert lines == [AGREES_ALONE, "the outputs agree with the reference kernels when the model runs as a whole"]
    assert status == 0 and report == {"differs": False}


@pytest.mark.parametrize("first,last", [(0, 5), (1, 4), (2, 3), (0, 1), (4, 5)])
def test_a_boundary_makes_it_go_away(bisect, first, last):
    lines, report, status = bisect(f"fault={first},{last}")
    ops = ["ADD", "MUL", "ADD", "MUL", "ADD", "MUL"]
    assert lines[:2] == [AGREES_ALONE, DIFFERS] and status == 1
    assert lines[-1] == (
        f"the outputs differ with nodes {first} {ops[first]} to {last} {ops[last]} on the delegate; the difference goes "
        f"away with a boundary after node {first} or before node {last}"
    )
    assert report["nodes"] == {"first": first, "first_op": ops[first], "last": last, "last_op": ops[last]}
    assert not any(trial["goes_away"] for trial in report["switches"])


@pytest.mark.parametrize("switch,about", [("disable_fusion", "fusion"), ("disable_winograd", "Winograd's algorithm")])
def test_a_switch_makes_it_go_away(bisect, switch, about):
    lines, report, status = bisect("fault=1,3", f"cured_by={switch}")
    assert status == 1 and f"without {about} ({switch}=1) the difference GOES AWAY" in lines
    assert [trial["option"] for trial in report["switches"] if trial["goes_away"]] == [f"{switch}=1"]


def test_an_option_that_the_delegate_refuses_is_named(bisect):
    lines, report, _ = bisect("fault=1,3")
    refused = [line for line in lines if line.startswith("disable_zero_copy=1 could not be tried: ")]
    assert len(refused) == 1 and "there is no key disable_zero_copy" in refused[0]
    assert [trial["option"] for trial in report["switches"] if trial["problem"]] == ["disable_zero_copy=1"]


def test_what_the_user_set_is_kept(bisect):
    lines, report, _ = bisect("fault=2,3", "disable_fusion=1", "first_delegate_node_index=2", "last_delegate_node_index=4")
    assert not any("disable_fusion" in line for line in lines)
    assert (report["nodes"]["first"], report["nodes"]["last"]) == (2, 3)
    _, report, status = bisect("fault=1,3", "first_delegate_node_index=2")
    assert report == {"differs": False} and status == 0


def test_a_wrong_node_is_found_alone(start, write_model, faulty, tmp_path):
    report = tmp_path / "report.json"
    options = ["--delegate-option", "fault=value", "--bisect", "--report", report]
    process = start("litevk-run", write_model(chain), "--delegate", faulty, *options)
    assert process.returncode == 1, process.stderr
    found = json.loads(report.read_text())
    assert found["bisect"]["node"] == 0 and found["bisect_whole"]["differs"]
    # The faulty delegate has no options for a range of nodes.
    assert found["bisect_whole"]["nodes"] is None and "the only option is fault" in found["bisect_whole"]["problem"]
    assert "no boundary between partitions was found" in process.stdout


def test_the_switches_of_litevk(bisect, monkeypatch, tmp_path):
    """Sums of small integers are exact in float32. Winograd's algorithm, which uses thirds, is not. If no difference is
    allowed, bisection names that algorithm as the cause."""
    rng = np.random.default_rng(1)

    def integers(*shape):
        return rng.integers(-4, 5, shape).astype(np.float32)

    def conv(graph):
        x = graph.input([1, 16, 16, 48], name="x")
        weights = [graph.constant(integers(48, 3, 3, 48)), graph.constant(integers(48))]
        y = graph.node("CONV_2D", [x, *weights], [1, 16, 16, 48], padding="SAME", strideH=1, strideW=1)
        graph.outputs(graph.node("RELU", [y], [1, 16, 16, 48]))

    monkeypatch.setenv("VK_ICD_FILENAMES", driver_file("lvp"))
    np.save(tmp_path / "x.npy", integers(1, 16, 16, 48))
    given = {"delegate": "vulkan", "build": conv}
    lines, report, status = bisect("allow_cpu_device=1", **given)
    assert lines[-1] == "the outputs agree with the reference kernels when the model runs as a whole"
    assert status == 0 and report == {"differs": False}
    exact = ["--input", tmp_path / "x.npy", "--atol", 0, "--rtol", 0]
    lines, report, status = bisect("allow_cpu_device=1", **given, further=exact)
    assert status == 1 and "without Winograd's algorithm (disable_winograd=1) the difference GOES AWAY" in lines
    outcomes = {trial["option"]: (trial["goes_away"], trial["problem"]) for trial in report["switches"]}
    assert outcomes == {
        "disable_fusion=1": (False, ""),
        "disable_winograd=1": (True, ""),
        "disable_zero_copy=1": (False, ""),
    }
    assert lines[-1] == "the outputs differ with node 0 CONV_2D alone on the delegate"
