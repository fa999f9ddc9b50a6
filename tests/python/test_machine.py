"""The diagnoses of doctor() for machines that litevk-devices' output describes, and for this one."""

import json
import os
import subprocess
import sys

import pytest

import litevk
from litevk.machine import diagnose

DEBIAN = 'ID=debian\nVERSION_ID="12"\n'
UBUNTU = 'ID=ubuntu\nID_LIKE=debian\n'
FEDORA = "ID=fedora\n"
OTHER = "ID=other\n"
GPU = {"name": "Radeon", "driver": "RADV 25.0", "type": "discrete", "api_version": "1.3", "usable": True, "missing": []}
CPU = {**GPU, "name": "llvmpipe", "type": "cpu"}
OLD = {**GPU, "usable": False, "api_version": "1.0", "missing": ["needs Vulkan 1.1, the device has 1.0"]}


def test_what_a_driver_says_has_no_control_characters():
    text = str(told([{**GPU, "name": "a\x1b[31m\n"}], chosen=0))
    assert text.splitlines()[0] == r"Models run on the GPU a\x1b[31m\n (driver: RADV 25.0)."


def told(devices=(), problems=(), system=DEBIAN, chosen=None, why=""):
    numbered = [{**device, "index": number} for number, device in enumerate(devices)]
    choice = {"device_id": chosen, "why_cpu_device": why}
    return diagnose({"devices": numbered, "problems": list(problems), "chosen": choice}, system)


def test_a_machine_with_a_gpu_has_nothing_to_mend():
    diagnosis = told([GPU], chosen=0)
    assert diagnosis.has_gpu and not diagnosis.findings
    assert str(diagnosis) == "Models run on the GPU Radeon (driver: RADV 25.0)."


def test_of_two_gpus_one_is_used():
    lines = str(told([GPU, {**GPU, "name": "GeForce"}], chosen=1)).splitlines()
    assert lines == ["Models run on the GPU GeForce (driver: RADV 25.0).",
                     "The option device_id=0 takes Radeon instead."]


def test_a_cpu_driver_that_is_allowed_is_used():
    diagnosis = told([CPU], chosen=0, why="LITEVK_ALLOW_CPU_DEVICE=1 is set")
    assert not diagnosis.has_gpu and not diagnosis.findings
    assert str(diagnosis) == ("Models run on llvmpipe, a Vulkan driver that computes on the CPU. "
                              "It is used, because LITEVK_ALLOW_CPU_DEVICE=1 is set.")


def test_a_cpu_driver_beside_a_gpu_is_not_used():
    diagnosis = told([CPU, GPU], chosen=1, why="LITEVK_ALLOW_CPU_DEVICE=1 is set")
    assert diagnosis.has_gpu and str(diagnosis) == "Models run on the GPU Radeon (driver: RADV 25.0)."


@pytest.mark.parametrize("system, command", [
    (DEBIAN, "sudo apt-get install libvulkan1 mesa-vulkan-drivers"),
    (UBUNTU, "sudo apt-get install libvulkan1 mesa-vulkan-drivers"),
    (FEDORA, "sudo dnf install vulkan-loader mesa-vulkan-drivers"),
    (OTHER, ""),
])
def test_no_loader(system, command):
    (finding,) = told(problems=["vulkan loader: expected libvulkan.so.1 on the library path, found none"],
                      system=system).findings
    assert "loader" in finding.sentence and finding.command == command


@pytest.mark.parametrize("problem", [
    "no GPU: the installed Vulkan drivers offer none",
    "vulkan instance: vkCreateInstance: expected VK_SUCCESS, found -9: no driver could be opened",
])
def test_no_driver(problem):
    (finding,) = told(problems=[problem]).findings
    assert "no driver works" in finding.sentence
    assert finding.command == "sudo apt-get install mesa-vulkan-drivers"


def test_no_permission_names_the_group():
    problem = "permission denied: /dev/dri/renderD128 belongs to group render"
    diagnosis = told([CPU], [problem])
    finding = diagnosis.findings[0]
    assert "/dev/dri/renderD128" in finding.sentence
    assert finding.command.startswith("sudo usermod --append --groups render ")
    assert str(diagnosis).startswith("Models run on the CPU: there is no GPU that litevk can use.\n")


def test_only_a_cpu_driver_and_an_old_one():
    diagnosis = told([CPU, OLD])
    assert not diagnosis.has_gpu
    assert "allow_cpu_device=True" in diagnosis.findings[0].sentence
    assert "needs Vulkan 1.1, the device has 1.0" in diagnosis.findings[1].sentence


def test_what_is_not_known_is_passed_on():
    assert [str(finding) for finding in told(problems=["something new"]).findings] == ["something new"]


def test_this_machine():
    """This machine has only lavapipe: no GPU, and a finding on the driver."""
    diagnosis = litevk.doctor()
    assert [device["type"] for device in diagnosis.devices] == ["cpu"] and not diagnosis.has_gpu
    assert "llvmpipe" in str(diagnosis)


@pytest.mark.parametrize(
    ("version", "said"),
    (
        (None, "LiteRT is not installed"),
        ("2.1.6", "ai-edge-litert 2.1.6 refuses litevk's accelerator, which needs 2.2 or newer"),
        ("2.2.0", "LiteRT 2.2.0 is installed. Its CompiledModel runs on litevk with\n    CompiledModel.from_file("),
        ("3.0.0.dev20261130", "LiteRT 3.0.0.dev20261130 is installed"),
    ),
)
def test_says_how_litert_takes_litevk(monkeypatch, version, said):
    monkeypatch.setattr(litevk.litert, "installed_version", lambda: version)
    assert said in str(litevk.doctor())


def test_the_command_says_the_same():
    command = [sys.executable, "-m", "litevk", "doctor"]
    process = subprocess.run(command, capture_output=True, text=True)
    assert process.returncode == 1 and process.stdout.startswith(f"{litevk.doctor()}\nSelf-test: ")


def test_options_choose_the_device():
    said = str(litevk.doctor(allow_cpu_device=True))
    assert "llvmpipe" in said and "It is used, because allow_cpu_device=1 is set." in said
    with pytest.raises(TypeError, match="did you mean 'allow_cpu_device'"):
        litevk.doctor(allow_cpu_devices=True)
    with pytest.raises(ValueError, match="-o strict: expected device_id, device_name or allow_cpu_device here"):
        litevk.doctor(strict=True)


def test_the_environment_allows_the_cpu_driver(monkeypatch):
    monkeypatch.setenv("LITEVK_ALLOW_CPU_DEVICE", "1")
    said = str(litevk.doctor())
    assert "llvmpipe" in said and "is used, because LITEVK_ALLOW_CPU_DEVICE=1 is set" in said
    assert "leaves it alone" not in said and "there is no GPU" not in said


def test_a_machine_without_a_driver():
    environment = {**os.environ, "VK_ICD_FILENAMES": "/no/driver.json", "VK_DRIVER_FILES": "/no/driver.json"}
    command = [sys.executable, "-m", "litevk", "doctor"]
    process = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert process.returncode == 1 and "no driver works" in process.stdout, json.dumps(process.stderr)
