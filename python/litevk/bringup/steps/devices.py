"""Step 1: lists the devices with their drivers' properties, and chooses the one that the other steps use."""

from __future__ import annotations

import json
import platform
import sys
from typing import Any, Optional

import numpy as np

from ... import __version__
from ...machine import diagnose
from ...programs import self_test_outcomes
from ..clock import Deadline
from ..context import Context


def run(context: Context, deadline: Deadline) -> dict[str, Any]:
    """Lists the devices and chooses one. Without a device the problem says in one sentence what to do."""
    flags = ["--allow-cpu-device"] if context.settings.allow_cpu_device else []
    if context.settings.device:
        flags += ["--device", context.settings.device]
    ended = context.program("devices", ["--json", *flags], deadline)
    try:
        listed: dict[str, Any] = json.loads(ended.output)
    except ValueError:
        context.no_result("devices", "the program that lists the Vulkan devices", ended, "printed no JSON")
        return {"machine": _machine()}
    context.device = _chosen(listed)
    if context.device is None:
        context.problem("devices", _what_to_do(listed, context.settings.device))
    elif context.is_cpu_driver:
        context.note(f"{context.device['name']} computes on the CPU: speeds say nothing about a GPU")
    self_test = _self_test(context, flags, deadline) if context.device else {}
    return {"machine": _machine(), **listed, "self_test": self_test}


def _self_test(context: Context, flags: list[str], deadline: Deadline) -> dict[str, str]:
    """The outcome of each question of the device's self-test. A wrong answer is a problem, and litevk does without."""
    ended = context.program("devices", ["--self-test", *flags], deadline)
    outcomes = self_test_outcomes(ended.output)
    if not outcomes:
        context.no_result("devices", "the self-test", ended, "printed no outcome")
    for question, outcome in outcomes.items():
        if outcome not in ("right", "not used"):
            context.problem("devices", f"the self-test found a wrong answer: {question}: {outcome}")
    return outcomes


def _chosen(listed: dict[str, Any]) -> Optional[dict[str, Any]]:
    wanted = listed["chosen"]["device_id"]
    return next((device for device in listed["devices"] if device["index"] == wanted), None)


def _what_to_do(listed: dict[str, Any], asked: str) -> str:
    """Returns in one sentence why litevk has no device, or not the one `asked` for, and the command that mends it."""
    findings = [] if asked else diagnose(listed, _os_release()).findings
    if not findings:
        return f"there is no GPU that litevk can use: {listed['chosen']['problem']}"
    # A finding with a command that helps comes before one that merely explains, such as a driver on the CPU.
    finding = next((one for one in findings if one.command), findings[0])
    parts = [part[0].lower() + part[1:] for part in finding.sentence.rstrip(".").split(". ")]
    mend = f" ({finding.command})" if finding.command else ""
    return f"there is no GPU that litevk can use: {'; '.join(parts)}{mend}"


def _os_release() -> str:
    try:
        with open("/etc/os-release", encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def _machine() -> dict[str, Any]:
    return {
        "litevk": __version__,
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "distribution": _field(_os_release(), "PRETTY_NAME", "="),
        "cpu": _cpu(),
        "python": sys.version.split()[0],
        "numpy": np.__version__,
    }


def _cpu() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            text = file.read()
    except OSError:
        return platform.machine()
    return f"{_field(text, 'model name', ':') or platform.machine()}, {text.count('processor')} threads"


def _field(text: str, name: str, separator: str) -> str:
    for line in text.splitlines():
        key, found, value = line.partition(separator)
        if found and key.strip() == name:
            return value.strip().strip('"')
    return ""
