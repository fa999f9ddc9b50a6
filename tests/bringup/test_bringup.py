"""The bring-up kit on lavapipe: a whole run, planted faults, no device, no rights, and what its files may hold."""

import importlib
import json
import os
import pathlib
import re
import shutil
import socket
import tempfile

import pytest

import kit
from driver_file import driver_file

FILES = {"summary.md", "devices.json", "operators.json", "models.json", "speed.json", "rates.json", "operation.json", "log.txt"}
SPOILED = "add/same_shape_rank_1"


@pytest.fixture
def folder():
    """A temporary folder that other users may read, unlike pytest's own."""
    path = pathlib.Path(tempfile.mkdtemp(prefix="litevk-bringup-test-", dir="/tmp"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path)


@pytest.fixture
def made(package, archive, folder):
    return kit.Kit(package, archive, folder)


def left_out(part, text):
    """True if a run reports that it had no time for a part, as on a slow machine."""
    return f"no time was left for {part}" in text


def test_a_whole_run_with_planted_faults(made):
    """A wrong answer is found. A crash and a hang cost only the parts that they hit, and every other step has its results."""
    made.change_golden(SPOILED)
    made.replace_program("op-bench", "kill -SEGV $$")
    made.replace_program("bench", "exec sleep 1000")
    process, out = made.run("--minutes", 2, "--allow-cpu-device", driver=driver_file("lvp"))
    assert process.returncode == 1, process.stdout + process.stderr
    summary = (out / "summary.md").read_text()
    wrong = summary.partition("## What is wrong")[2].partition("## What is slow")[0]
    assert re.search(rf"operators: default: {SPOILED} is wrong: .*largest difference 1.* bound 1", wrong), wrong
    assert "speed: operators: litevk-op-bench crashed: it died of SIGSEGV" in wrong, wrong
    assert "litevk-bench hung: it was ended after" in wrong, wrong
    found = kit.documents(out)
    assert {path.name for path in out.iterdir()} == FILES - {"rates.json"}
    assert found["operators"]["runs"][0]["run"] > 20 and found["models"]["models"]
    assert all(not model["wrong"] or "ended at its work" in model["wrong"][0] for model in found["models"]["models"])
    assert found["models"]["example"]["right"]
    operation = found["operation"]
    assert all(check["done"] > 0 for check in operation.values() if "done" in check)
    for check in ("invokes", "cycles", "resizes", "threads", "memory", "growth"):
        assert operation[check]["wrong"] == [] if check in operation else left_out(check, summary)
    # Nothing else is wrong, whatever the machine's speed.
    lines = [line for line in wrong.splitlines() if line.startswith("- ")]
    assert all(re.search(f"{SPOILED} is wrong|litevk-op-bench crashed|litevk-bench hung", line) for line in lines), wrong


def expect_rates(out):
    operators = kit.documents(out)["speed"]["operators"]
    assert operators["peak_gflops"] > 0 and len(operators["furthest_from_the_roofline"]) > 3
    rates = json.loads((out / "rates.json").read_text())
    assert not {"host_name", "executable"} & rates["context"].keys()
    assert "% of the roofline" in (out / "summary.md").read_text()


def test_the_speed_of_a_sound_kit(made):
    """Parts for which a slow machine has no time are reported as left out."""
    process, out = made.run("--minutes", 1, "--allow-cpu-device", "--step", "speed", driver=driver_file("lvp"))
    assert process.returncode == 0, process.stdout + process.stderr
    speed = kit.documents(out)["speed"]
    if "litevk-op-bench had no result" not in process.stdout:
        expect_rates(out)
    assert all(record["litevk"]["error"] < 1e-4 for record in speed["networks"].values() if "litevk" in record)
    for part in ("networks", "compile_times", "copies", "parallel_workgroups", "tuner"):
        assert speed.get(part) or left_out(part, process.stdout), part
    for times in speed.get("compile_times", {}).values():
        assert times["pipelines"] == len(times["each"]) > 1 and times["sum_ms"] > 0
    summary = (out / "summary.md").read_text()
    assert all(f"| {network} | litevk |" in summary for network, records in speed["networks"].items() if "litevk" in records)


def test_files_are_few_small_and_without_names(made):
    process, out = made.run("--minutes", 0.2, "--allow-cpu-device", "--step", "models", driver=driver_file("lvp"))
    assert process.returncode == 0, process.stdout + process.stderr
    files = list(out.iterdir())
    assert len(files) <= 8 and {path.name for path in files} <= FILES
    for path in files:
        assert re.fullmatch(r"[A-Za-z0-9._-]+", path.name) and path.stat().st_size <= 16_000_000
        assert path.name in process.stdout
        text = path.read_text()
        for secret in {str(made.folder), str(out.parent), socket.gethostname()} - {"localhost"}:
            assert not re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", text), f"{path.name} holds {secret}"


def test_without_cases_and_models(made):
    """The run says at once what is missing and how to get it, runs the example model, and calls that no success."""
    made.remove_data()
    process, out = made.run("--minutes", 0.5, "--allow-cpu-device", "--step", "operators", "--step", "models", driver=driver_file("lvp"))
    assert process.returncode == 4, process.stdout + process.stderr
    first = process.stdout.splitlines()[0]
    assert "there are no operator cases and no models here" in first and "tools/bringup/pack.sh" in first
    assert "litevk's example model is right" in process.stdout and "of the little that ran" in process.stdout
    summary = (out / "summary.md").read_text()
    assert "That is little" in summary and "litevk's example model: right" in summary


def test_an_example_that_fails_is_wrong(made):
    made.remove_data()
    (made.folder / "litevk" / "example" / "picture.npy").write_bytes(b"no picture")
    process, _ = made.run("--minutes", 0.5, "--allow-cpu-device", "--step", "models", driver=driver_file("lvp"))
    assert process.returncode == 1 and "WRONG  litevk's example model" in process.stdout, process.stdout


@pytest.fixture
def impatient(package, monkeypatch):
    """The package's module `child`, with one second as the limit of silence and three as the extension for slow machines."""
    monkeypatch.syspath_prepend(str(package))
    child = importlib.import_module("litevk.bringup.child")
    monkeypatch.setattr(child, "_SILENCE_S", 1.0)
    monkeypatch.setattr(child, "_EXTENSION_S", 3.0)
    return child


@pytest.mark.parametrize("script, is_busy, diagnostic, was_at_work", [
    ("exec sleep 60", False, "hung: it was ended after", False),
    ("exec sleep 60", True, "hung: it was ended after", False),
    ("while :; do echo row; sleep 0.2; done", False, "had no result after 4 s, and was ended at its work", True),
    ("while :; do :; done", False, "hung: it was ended after", False),
    ("while :; do :; done", True, "had no result after 4 s, and was ended at its work", True),
    ("for i in 1 2 3 4 5 6 7; do echo row; sleep 0.3; done", False, "", False),
])
def test_what_is_at_work_does_not_hang(impatient, monkeypatch, script, is_busy, diagnostic, was_at_work):
    """A process beyond its limit goes on while it prints and, on a busy machine, while it computes."""
    monkeypatch.setattr(impatient, "_machine_is_busy", lambda: is_busy)
    ended = impatient.run(["/bin/sh", "-c", script], 1.0, {"PATH": os.environ["PATH"]})
    assert ended.failure.startswith(diagnostic) and bool(ended.failure) == bool(diagnostic)
    assert ended.was_at_work == was_at_work


def test_no_device(made):
    process, out = made.run("--minutes", 0.2, driver="/no/driver.json")
    assert process.returncode == 3, process.stdout + process.stderr
    (line,) = [line for line in process.stdout.splitlines() if "WRONG" in line]
    assert "there is no GPU that litevk can use: " in line and "." not in line.partition(": ")[2].partition(" (")[0].replace("libvulkan.so.1", "")
    assert "there is no GPU that litevk can use" in (out / "summary.md").read_text()


def test_a_driver_on_the_cpu_is_not_taken_by_itself(made):
    process, _ = made.run("--minutes", 0.2, driver=driver_file("lvp"))
    assert process.returncode == 3 and "computes on the CPU" in process.stdout


def test_no_rights_on_the_device(made):
    """litevk-devices' error for a render node that may not be opened becomes one sentence on what to do."""
    told = {"schema_version": 1, "devices": [], "chosen": {"device_id": None, "problem": "none"},
            "problems": ["permission denied: /dev/dri/renderD128 belongs to group render"]}
    made.replace_program("devices", f"echo '{json.dumps(told)}'; exit 1")
    process, out = made.run("--minutes", 0.2, driver=driver_file("lvp"))
    assert process.returncode == 3, process.stdout + process.stderr
    (line,) = [line for line in process.stdout.splitlines() if "WRONG" in line]
    assert "/dev/dri/renderD128" in line and "sudo usermod --append --groups render" in line
    assert "/dev/dri/renderD128" in (out / "summary.md").read_text()


def test_a_wrong_answer_of_the_device(made):
    real = made.folder / "litevk" / "bin" / "real-devices"
    shutil.copy2(real.with_name("litevk-devices"), real)
    made.replace_program("devices", f"""case "$*" in
        *--self-test*) printf 'a GPU (1.0)\\n  arithmetic     right\\n  subgroups      a sum, lane 0: expected 1, found 2\\n'; exit 1 ;;
        *) exec {real} "$@" ;;
        esac""")
    process, out = made.run("--minutes", 0.3, "--allow-cpu-device", "--step", "models", driver=driver_file("lvp"))
    assert process.returncode == 1, process.stdout + process.stderr
    assert "the self-test found a wrong answer: subgroups: a sum, lane 0: expected 1" in (out / "summary.md").read_text()
    outcomes = json.loads((out / "devices.json").read_text())["self_test"]
    assert outcomes == {"arithmetic": "right", "subgroups": "a sum, lane 0: expected 1, found 2"}


def test_a_damaged_archive(made):
    path = made.folder / "data.tar.xz"
    path.write_bytes(path.read_bytes()[:100_000])
    process, out = made.run("--minutes", 0.3, "--allow-cpu-device", "--step", "operators", driver=driver_file("lvp"))
    assert process.returncode == 1 and "cannot be unpacked" in (out / "summary.md").read_text()


@pytest.mark.parametrize("arguments, diagnostic", [
    (("--minutes", "-1"), "expected a number above 0"),
    (("--minutes", "soon"), "expected a number above 0"),
    (("--step", "everything"), "invalid choice"),
    (("--kit", "/no/folder"), "is no folder"),
])
def test_a_wrong_command_line(made, arguments, diagnostic):
    process, out = made.run(*arguments, driver=driver_file("lvp"))
    assert process.returncode == 2 and diagnostic in process.stderr and not out.exists()


def test_results_are_never_overwritten(made):
    process, out = made.run("--minutes", 0.2, driver="/no/driver.json")
    before = (out / "summary.md").read_text()
    process, _ = made.run("--minutes", 0.2, driver="/no/driver.json")
    assert process.returncode == 2 and "is there already" in process.stderr
    assert (out / "summary.md").read_text() == before
