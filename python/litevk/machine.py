"""Findings on why a machine does not run models on its GPU, each with the command that mends it."""

from __future__ import annotations

import getpass
import json
import pathlib
import re
from dataclasses import dataclass, replace
from typing import Any, Callable, Optional

from . import programs
from .litert import advice
from .option_values import as_strings
from .printable import printable

_BAD_USAGE = 2  # the programs' exit status for it (docs/RUNNER.md)


@dataclass(frozen=True)
class Finding:
    """A sentence on what is wrong, and the command that mends it; "" where there is none."""

    sentence: str
    command: str = ""

    def __str__(self) -> str:
        return f"{self.sentence}\n    {self.command}" if self.command else self.sentence


@dataclass(frozen=True)
class Diagnosis:
    """The findings of `doctor`. `str()` tells all of them in plain sentences."""

    devices: list[dict[str, Any]]  # the entries of litevk-devices --json
    findings: list[Finding]
    chosen: Optional[int] = None  # index into `devices` of the device that models run on by default
    why_cpu_device: str = ""  # the option or variable that allows a CPU driver
    litert: str = ""  # which LiteRT is installed, and how its CompiledModel runs on litevk

    @property
    def has_gpu(self) -> bool:
        """True if models run on a GPU by default."""
        return self.chosen is not None and _is_gpu(self.devices[self.chosen])

    def _where(self) -> str:
        if self.chosen is None:
            return "Models run on the CPU: there is no GPU that litevk can use."
        device = self.devices[self.chosen]
        if _is_gpu(device):
            return f"Models run on the GPU {device['name']} (driver: {device['driver']})."
        why = f"It is used, because {self.why_cpu_device}."
        return f"Models run on {device['name']}, a Vulkan driver that computes on the CPU. {why}"

    def __str__(self) -> str:
        lines = [self._where()]
        for position, device in enumerate(self.devices):
            if _is_gpu(device) and position != self.chosen:
                lines.append(f"The option device_id={device['index']} takes {device['name']} instead.")
        lines += [line for finding in self.findings for line in str(finding).split("\n")]
        lines += self.litert.splitlines()
        return "\n".join(map(printable, lines))


# Installation command, loader package and free drivers' packages of each family of distributions.
_PACKAGES = {
    "debian": ("sudo apt-get install", "libvulkan1", "mesa-vulkan-drivers"),
    "fedora": ("sudo dnf install", "vulkan-loader", "mesa-vulkan-drivers"),
    "suse": ("sudo zypper install", "libvulkan1", "Mesa-vulkan-device-select libvulkan_radeon libvulkan_intel"),
    "arch": ("sudo pacman -S", "vulkan-icd-loader", "vulkan-radeon vulkan-intel"),
}


def _family(os_release: str) -> str:
    words = re.findall(r'^(?:ID|ID_LIKE)="?([^"\n]*)"?$', os_release, re.MULTILINE)
    known = {"ubuntu": "debian", "rhel": "fedora", "centos": "fedora", "opensuse": "suse"}
    for word in " ".join(words).split():
        family = known.get(word, word)
        if family in _PACKAGES:
            return family
    return ""


def _install(os_release: str, *, loader: bool) -> str:
    family = _family(os_release)
    if not family:
        return ""
    install, loader_package, drivers = _PACKAGES[family]
    return f"{install} {loader_package} {drivers}" if loader else f"{install} {drivers}"


def _loader(os_release: str, match: re.Match[str]) -> Finding:
    return Finding(
        "The Vulkan loader (libvulkan.so.1), through which programs reach GPUs, is not installed, or is older than "
        "Vulkan 1.1. With an NVIDIA GPU, NVIDIA's own driver package is needed besides.",
        _install(os_release, loader=True),
    )


def _driver(os_release: str, match: re.Match[str]) -> Finding:
    return Finding(
        "The Vulkan loader is installed, but no driver works: none is installed, or none finds its GPU. With an NVIDIA "
        "GPU, install NVIDIA's own driver package; in a container, pass the GPU to it (docker run --device /dev/dri).",
        _install(os_release, loader=False),
    )


def _permission(os_release: str, match: re.Match[str]) -> Finding:
    node, group = match.groups()
    return Finding(
        f"You may not open {node}, the GPU's render node, which belongs to the group {group}. Join the group, then log "
        "in again; in a container, start it with the group (docker run --group-add).",
        f"sudo usermod --append --groups {group} {getpass.getuser()}",
    )


# Beginnings of litevk-devices' diagnostics (docs/ERRORS.md), each with the function that explains one.
_PROBLEMS: tuple[tuple[str, Callable[[str, re.Match[str]], Finding]], ...] = (
    (r"vulkan loader", _loader),
    (r"vulkan instance|no GPU: ", _driver),
    (r"permission denied: (\S+) belongs to group (\S+)", _permission),
)


def says_no_device(sentence: str) -> bool:
    """True if the error of a delegate that was not created says that there is no device."""
    return re.match(r"litevk: (vulkan (loader|instance|driver)|no GPU)", sentence) is not None


def _is_gpu(device: dict[str, Any]) -> bool:
    return bool(device["usable"]) and device["type"] != "cpu"


def _of_problem(problem: str, os_release: str) -> Finding:
    for pattern, explain in _PROBLEMS:
        match = re.match(pattern, problem)
        if match is not None:
            return explain(os_release, match)
    return Finding(problem)


def _of_device(device: dict[str, Any], os_release: str) -> Optional[Finding]:
    if device["usable"] and device["type"] == "cpu":
        return Finding(
            f"{device['name']} is a Vulkan driver that computes on the CPU. litevk leaves it alone unless the option "
            "allow_cpu_device=True asks for it, which serves tests and gains no speed."
        )
    if device["usable"]:
        return None
    return Finding(
        f"The driver of {device['name']} ({device['driver']}, Vulkan {device['api_version']}) is too old or the GPU too "
        f"small; it lacks: {', '.join(device['missing'])}. A newer driver may help.",
        _install(os_release, loader=False),
    )


def diagnose(document: dict[str, Any], os_release: str) -> Diagnosis:
    """The diagnosis for what `litevk-devices --json` wrote on a system with that /etc/os-release."""
    devices: list[dict[str, Any]] = document["devices"]
    findings = [_of_problem(problem, os_release) for problem in document["problems"]]
    chosen = document["chosen"]
    position = next((at for at, device in enumerate(devices) if device["index"] == chosen["device_id"]), None)
    why = chosen.get("why_cpu_device", "")
    # A CPU driver that is allowed already needs no advice on how to allow it.
    unused = [device for at, device in enumerate(devices) if at != position and not (why and device["type"] == "cpu")]
    of_devices = [_of_device(device, os_release) for device in unused]
    return Diagnosis(devices, findings + [finding for finding in of_devices if finding is not None], position, why)


def doctor(**options: Any) -> Diagnosis:
    """Looks at this machine's Vulkan devices and says what keeps models off its GPU. Also says whether the LiteRT that is
    installed takes litevk. Changes nothing.

    The options are those that choose a device: device_id, device_name and allow_cpu_device. Raises TypeError for another
    one, ValueError for a value that an option does not take, RuntimeError where the program litevk-devices cannot be run.
    """
    words = [f"{key}={value}" for key, value in as_strings("doctor", options).items()]
    try:
        result = programs.run("devices", ["--json", *(part for word in words for part in ("-o", word))])
        if result.returncode == _BAD_USAGE:
            raise ValueError(result.stderr.splitlines()[0].removeprefix("litevk-devices: "))
        document = json.loads(result.stdout)
    except (OSError, json.JSONDecodeError) as error:
        raise RuntimeError(f"litevk-devices, which lists the Vulkan devices, does not run: {error}") from error
    release = pathlib.Path("/etc/os-release")
    return replace(diagnose(document, release.read_text() if release.exists() else ""), litert=advice())
