"""Describes the machine and the software that produced a result."""

import datetime
import hashlib
import json
import os
import platform
import subprocess

import peers


def describe(root, settings):
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        "cpu": cpu_name(),
        "cpus": os.cpu_count(),
        "memory_gib": memory_gib(),
        "system": f"{platform.system()} {platform.release()}",
        "driver": settings.driver.name,
        "driver_version": driver_version(root / "build/release/litevk-devices", settings.driver),
        "iree_target": settings.iree_target or "default",
        "rounds": settings.rounds,
        "round_seconds": settings.round_seconds,
        "starts": settings.starts,
        "commit": commit(root),
        "libraries": {
            name: library_name(path)
            for name, path in ((peers.BEFORE, settings.before), ("litevk", settings.library))
            if path and name in settings.peers
        },
    }


def library_name(path):
    """Returns the path and the first digits of the content's hash, since a file may be rebuilt at the same
    path."""
    return f"{path} ({hashlib.sha256(path.read_bytes()).hexdigest()[:12]})"


def cpu_name():
    with open("/proc/cpuinfo") as file:
        for line in file:
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.machine()


def memory_gib(path="/proc/meminfo"):
    """Returns the machine's total memory; None if the system does not report it."""
    try:
        with open(path) as file:
            kibibytes = next(line.split()[1] for line in file if line.startswith("MemTotal:"))
    except (OSError, StopIteration):
        return None
    return round(int(kibibytes) / 2**20, 1)


def driver_version(program, driver):
    """Returns the driver's name and version, from litevk-devices; None without that program or a device."""
    try:
        result = subprocess.run(
            [program, "--json"], env=peers.only_driver(driver), capture_output=True, text=True, timeout=60
        )
        return json.loads(result.stdout)["devices"][0]["driver"]
    # A result is useful without the driver's name: the program may not be built, the driver may offer no
    # device.
    except (OSError, subprocess.TimeoutExpired, ValueError, LookupError):
        return None


def commit(root):
    command = ["git", "-C", root, "describe", "--always", "--dirty", "--abbrev=12"]
    result = subprocess.run(command, capture_output=True, text=True)
    return result.stdout.strip() or "unknown"
