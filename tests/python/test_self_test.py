"""The model that comes with the package: the shapes that it finds, and the results of `selftest` and `doctor`."""

import dataclasses
import json
import os
import pathlib
import subprocess
import sys

import ai_edge_litert.interpreter as litert
import numpy as np
import pytest

import litevk
from litevk import example, self_test


def module(*arguments, **environment):
    command = [sys.executable, "-m", "litevk", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})


def test_the_expected_result_is_tflites():
    assert pathlib.Path(example.MODEL).stat().st_size < 100_000
    resolver = litert.OpResolverType.BUILTIN_REF
    runner = litert.Interpreter(example.MODEL, experimental_op_resolver_type=resolver).get_signature_runner()
    outputs = runner(picture=example.picture())
    assert [shape.kind for shape in example.expected()] == ["triangle", "circle", "square"]
    assert self_test.Measured(outputs, 0, 0).is_expected


def test_the_model_can_be_trained_again(tmp_path):
    """Runs the training script for two steps. Its model equals the package's except for the values of weights."""
    script = pathlib.Path(__file__).parents[2] / "python/example_model/train.py"
    command = [sys.executable, script, "--steps", "2", "--pictures", "2", "--out", tmp_path]
    process = subprocess.run(command, capture_output=True, text=True)
    assert process.returncode == 0, process.stderr
    packed = pathlib.Path(example.MODEL).parent
    assert (tmp_path / "picture.npy").read_bytes() == (packed / "picture.npy").read_bytes()
    assert (tmp_path / "shapes.tflite").stat().st_size == (packed / "shapes.tflite").stat().st_size
    assert (tmp_path / "expected.json").exists()


@pytest.fixture(scope="module")
def passed():
    return litevk.selftest(allow_cpu_device=True)


def test_a_device_with_the_right_result_passes(passed, tmp_path):
    assert passed.passed and "llvmpipe" in passed.device_name and passed.largest_difference < 1e-5
    lines = str(passed).splitlines()
    assert [line.split()[0] for line in lines[1:4]] == ["triangle", "circle", "square"]
    assert lines[4].startswith("It takes ") and " ms on the device and " in lines[4]
    assert lines[-1].startswith("The self-test passed: as expected, and ")
    report = tmp_path / "report.json"
    process = module("selftest", "-o", "allow_cpu_device=1", "-o", f"report_path={report}")
    assert process.returncode == 0 and process.stdout.splitlines()[:4] == lines[:4], process.stderr
    (graph,) = json.loads(report.read_text())["subgraphs"]
    assert graph["nodes_delegated"] == graph["nodes_total"]


@pytest.mark.parametrize("spoil, diagnostic", [
    (lambda scores: scores * np.float32(0.4), "the device's result is not the expected one"),
    (lambda scores: scores + np.float32(5e-4), "the device differs from the CPU by 0.0005, allowed 0.0001"),
    (lambda scores: scores * np.float32("nan"), "the device's result is not the expected one"),
])
def test_a_wrong_result_fails(passed, spoil, diagnostic):
    outputs = {**passed.device.outputs, "scores": spoil(passed.device.outputs["scores"])}
    wrong = dataclasses.replace(passed, device=dataclasses.replace(passed.device, outputs=outputs))
    assert not wrong.passed and str(wrong).splitlines()[-1] == f"The self-test FAILED: {diagnostic}."


def test_without_a_device_the_cpu_runs_it_and_a_reason_says_why():
    process = module("selftest", VK_DRIVER_FILES="/no/driver.json", VK_ICD_FILENAMES="/no/driver.json")
    lines = process.stdout.splitlines()
    assert process.returncode == 3 and lines[0].endswith(", on the CPU."), process.stderr
    told = lines[-1].removeprefix("The result is as expected, but no device ran it: ")
    assert told != lines[-1] and "vulkan instance: " in told and "litevk: " not in told


@pytest.mark.parametrize("arguments, status, diagnostic", [
    (("-o", "allow_cpu_devise=1"), 3, "did you mean 'allow_cpu_device'?"),
    (("-o", "strict=2"), 3, 'option "strict": expected 0 or 1, found "2"'),
    (("-o", "strict"), 2, '-o: expected KEY=VALUE, found "strict"'),
    (("model.tflite",), 2, "expected -o KEY=VALUE, found 'model.tflite'"),
])
def test_a_wrong_command_is_told(arguments, status, diagnostic):
    process = module("selftest", *arguments)
    assert process.returncode == status and diagnostic in process.stderr and not process.stdout


@pytest.mark.parametrize("words, environment", [
    ((), {"LITEVK_ALLOW_CPU_DEVICE": "1"}), (("-o", "allow_cpu_device=1"), {}),
])
def test_doctor_ends_with_it(words, environment):
    process = module("doctor", *words, **environment)
    assert process.stdout.splitlines()[-1].startswith("The self-test passed: "), process.stderr
    assert "\nQuestions with known answers: the device has 6 of 6 right.\n" in process.stdout
    assert process.returncode == 0


def test_doctor_fails_where_no_device_may_be_used():
    process = module("doctor")
    assert process.returncode == 1 and "no device ran it" in process.stdout


def test_options_need_no_flag():
    for words in (("allow_cpu_device=0", "-o", "tuning=fast"), ("-oallow_cpu_device=0", "tuning=fast")):
        assert module("selftest", *words).stdout.startswith("Self-test: ")


@pytest.mark.parametrize("what_the_driver_does, diagnostic", [
    ("kill -SEGV $$", "The self-test FAILED: signal 11 ended it, which a driver's fault does.\n"),
    ("sleep 60", "The self-test FAILED: it had no result after 0.2 seconds; the driver hangs.\n"),
])
def test_doctor_outlives_a_driver(monkeypatch, capsys, tmp_path, what_the_driver_does, diagnostic):
    python = tmp_path / "python"
    python.write_text(f"#!/bin/bash\n{what_the_driver_does}\n")
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    monkeypatch.setattr(self_test, "_DOCTOR_SECONDS", 0.2)
    assert not self_test.as_last_step_of_doctor({})
    assert capsys.readouterr().out == diagnostic


@pytest.mark.parametrize("the_program_does, is_right, said", [
    ("echo 'a GPU'; echo '  arithmetic     right'; echo '  int64          not used'", True, "the device has 1 of 1 right."),
    ("echo 'a GPU'; echo '  subgroups      a sum, lane 0: expected 1, found 2'; exit 1", False,
     "a wrong one of the device: subgroups: a sum, lane 0: expected 1, found 2"),
    ("kill -SEGV $$", False, "signal 11 ended them, which a driver's fault does."),
    ("sleep 60", False, "the device gave none in 0.2 seconds; the driver hangs."),
    ("exit 3", True, ""),
])
def test_doctor_asks_questions(monkeypatch, capsys, tmp_path, the_program_does, is_right, said):
    program = tmp_path / "litevk-devices"
    program.write_text(f"#!/bin/bash\n{the_program_does}\n")
    program.chmod(0o755)
    monkeypatch.setattr(self_test.programs, "path_of", lambda name: program)
    monkeypatch.setattr(self_test, "_DOCTOR_SECONDS", 0.2)
    assert self_test.questions_of_doctor({"allow_cpu_device": "1"}) is is_right
    assert capsys.readouterr().out == (f"Questions with known answers: {said}\n" if said else "")
