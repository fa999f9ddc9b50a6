"""litevk-delegate-test: what it reports of delegates that pass, fail, crash and hang."""

import csv
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time
import xml.etree.ElementTree as xml

import numpy as np
import pytest


@pytest.fixture
def delegate_test(start, request):
    cases = request.config.getoption("--cases")
    return lambda *arguments: start("litevk-delegate-test", "--cases", cases, *arguments)


def outcomes(path):
    with path.open() as file:
        return {row["case"]: row["outcome"] for row in csv.DictReader(file)}


def test_list(delegate_test):
    names = delegate_test("--list", "--op", "SOFTMAX").stdout.split()
    assert "softmax/rank_1" in names and all(name.startswith("softmax/") for name in names)
    assert delegate_test("--list", "--filter", "softmax/rank_[123]").stdout.split() == [
        f"softmax/rank_{rank}" for rank in (1, 2, 3)
    ]


def test_own_delegate_passes(delegate_test, build_dir, tmp_path):
    options = ["--delegate-option", "backend=reference", "--csv", tmp_path / "out.csv"]
    process = delegate_test("--delegate", build_dir / "liblitevk.so", "--filter", "softmax/depth_[1-9]*", *options)
    assert process.returncode == 0, process.stdout
    assert set(outcomes(tmp_path / "out.csv").values()) == {"pass"}


def test_quantized_cases(start, request, build_dir, tmp_path):
    """Integers have to be equal: if the expected values are a step off, the case fails, and its message counts the steps."""
    cases, name = pathlib.Path(request.config.getoption("--cases")), "conv_2d/int8_pointwise_3_to_5"
    shutil.copytree(cases / name, tmp_path / "cases" / name)
    (tmp_path / "cases" / "index.json").write_text((cases / "index.json").read_text())
    options = ["--delegate", build_dir / "liblitevk.so", "--delegate-option", "backend=reference", "--filter", name]
    assert start("litevk-delegate-test", "--cases", tmp_path / "cases", *options).returncode == 0
    golden = tmp_path / "cases" / name / "run0" / "output_0.npy"
    values = np.load(golden)
    values.ravel()[7] -= 1
    np.save(golden, values)
    process = start("litevk-delegate-test", "--cases", tmp_path / "cases", *options)
    assert process.returncode == 1 and "1 of 150 values outside, worst at [0, 0, 1, 2]: 1 off by 1" in process.stdout, process.stdout


def test_a_limit_of_time(delegate_test, build_dir, tmp_path):
    options = ["--delegate-option", "backend=reference", "--csv", tmp_path / "out.csv", "--max-seconds", "0.01"]
    process = delegate_test("--delegate", build_dir / "liblitevk.so", "--op", "CONV_2D", *options)
    assert process.returncode == 0, process.stdout
    run, selected = len(outcomes(tmp_path / "out.csv")), len(delegate_test("--list", "--op", "CONV_2D").stdout.split())
    assert 0 < run < selected
    assert f"{selected - run} of {selected} cases were left when the time was up" in process.stdout


def test_differences_beside_their_bounds(delegate_test, build_dir, faulty, tmp_path):
    files = ["--csv", tmp_path / "out.csv", "--filter", "add/same_shape_rank_1"]

    def row(library, option):
        delegate_test("--delegate", library, "--delegate-option", option, *files)
        with (tmp_path / "out.csv").open() as file:
            (found,) = csv.DictReader(file)
        return float(found["largest_difference"]), float(found["bound"])

    right, wrong = row(build_dir / "liblitevk.so", "backend=reference"), row(faulty, "fault=value")
    assert 0 <= right[0] <= right[1] and 0 < right[1] < 1e-3
    assert wrong[0] == pytest.approx(1) and wrong[0] > wrong[1] > 0


def test_wrong_values_and_nodes_not_claimed(delegate_test, faulty, tmp_path):
    files = ["--csv", tmp_path / "out.csv", "--junit", tmp_path / "out.xml"]
    selection = ["--filter", "[as][du][db]/same_shape_rank_1"]
    process = delegate_test("--delegate", faulty, "--delegate-option", "fault=value", *selection, *files)
    assert process.returncode == 1
    assert outcomes(tmp_path / "out.csv") == {"add/same_shape_rank_1": "fail", "sub/same_shape_rank_1": "not delegated"}
    suite = xml.parse(tmp_path / "out.xml").getroot()
    assert [suite.get(key) for key in ("tests", "failures", "errors", "skipped")] == ["2", "1", "0", "1"]
    assert all(re.fullmatch(r"\d+\.\d{6}", case.get("time")) for case in suite)


@pytest.mark.parametrize("fault, message", [("crash", "died of signal Aborted"), ("hang", "time limit")])
def test_a_crash_costs_its_case_alone(delegate_test, faulty, tmp_path, fault, message):
    options = ["--delegate-option", f"fault={fault}", "--timeout", "2", "--csv", tmp_path / "out.csv"]
    process = delegate_test("--delegate", faulty, "--filter", "[as][du][db]/same_shape_rank_1", *options)
    assert process.returncode == 1 and message in process.stdout
    assert outcomes(tmp_path / "out.csv") == {"add/same_shape_rank_1": "crash", "sub/same_shape_rank_1": "not delegated"}


def test_exit_statuses(delegate_test, start, tmp_path):
    assert delegate_test().returncode == 2
    assert delegate_test("--delegate", "x.so", "--delegate-option", "novalue").returncode == 2
    assert delegate_test("--list", "--op", "NO_SUCH_OP").returncode == 3
    meant = delegate_test("--list", "--op", "SOFTMAXX")
    assert meant.returncode == 3 and 'no case is of the operator SOFTMAXX; did you mean "SOFTMAX"?' in meant.stderr
    unknown = delegate_test("--delegate", "vulcan")
    assert unknown.returncode == 2 and '"vulcan" is neither vulkan nor a file; did you mean "vulkan"?' in unknown.stderr
    moved = delegate_test("--delegate", "/nonexist/liblitevk.so")
    assert moved.returncode == 2 and "--delegate: the file /nonexist/liblitevk.so does not exist" in moved.stderr
    missing = delegate_test("--delegate", "vulkan", "--csv", "/nonexist/out.csv")
    assert missing.returncode == 2 and "the folder /nonexist does not exist" in missing.stderr
    assert start("litevk-delegate-test", "--list", "--cases", tmp_path).returncode == 3


def test_a_refused_option_is_said_once(delegate_test, build_dir, tmp_path):
    """A wrong key or value is reported once, before any case. So is a file that is no delegate."""
    rows = ["--csv", tmp_path / "out.csv"]
    key = delegate_test("--delegate", "vulkan", "-o", "bakend=reference", *rows)
    assert key.returncode == 2 and not key.stdout and not (tmp_path / "out.csv").exists()
    assert key.stderr.count("there is no such key") == 1 and 'did you mean "backend"?' in key.stderr
    value = delegate_test("--delegate", "vulkan", "-o", "backend=referenz", *rows)
    assert value.returncode == 2 and value.stderr.count('did you mean "reference"?') == 1 and not value.stdout
    other = delegate_test("--delegate", build_dir / "liblitevk_runtime.so", *rows)
    assert other.returncode == 2 and other.stderr.count("has no function tflite_plugin_create_delegate") == 1 and not other.stdout


def test_ctrl_c_prints_what_was_run(build_dir, request, tmp_path):
    path = tmp_path / "out.csv"
    options = ["-o", "backend=reference", "--cases", request.config.getoption("--cases"), "--csv", path]
    command = [build_dir / "litevk-delegate-test", "--delegate", "vulkan", *options]
    process = subprocess.Popen([*map(str, command)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    time.sleep(1)
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130 and "interrupted: what was measured until now follows" in errors
    assert " cases were left when the run was interrupted\n" in output
    assert "pass" in outcomes(path).values() and "crash" not in outcomes(path).values()
