"""What a result must say about where it came from."""

import datetime
import os
import platform
import subprocess


def describe(root, settings):
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        "cpu": _cpu_name(),
        "cpus": os.cpu_count(),
        "system": f"{platform.system()} {platform.release()}",
        "driver": settings.driver.name,
        "iree_target": settings.iree_target or "default",
        "rounds": settings.rounds,
        "round_seconds": settings.round_seconds,
        "starts": settings.starts,
        "commit": _commit(root),
    }


def _cpu_name():
    with open("/proc/cpuinfo") as file:
        for line in file:
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.machine()


def _commit(root):
    command = ["git", "-C", root, "describe", "--always", "--dirty", "--abbrev=12"]
    result = subprocess.run(command, capture_output=True, text=True)
    return result.stdout.strip() or "unknown"
