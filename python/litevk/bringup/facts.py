"""The device's properties and measurements that differ from the values that litevk assumes without measuring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

# Factor between a measurement and litevk's assumption above which litevk would decide otherwise.
_FAR = 2.0


@dataclass(frozen=True)
class Fact:
    """One row: the value that litevk assumes, and the value of this device."""

    name: str
    assumed: str
    here: str


def differing(device: dict[str, Any], speed: dict[str, Any]) -> list[Fact]:
    """The facts of the device that differ from what litevk assumes; measured ones where step 4 has run."""
    return [*_told(device), *_measured(device, speed)]


def _told(device: dict[str, Any]) -> list[Fact]:
    """The differences that the driver reports without a measurement."""
    driver = device.get("driver_facts", {})
    found = []
    if device["profile"]["device_class"] == "other":
        found.append(Fact("device class", "one of its own", "other: no class is made for this GPU"))
    found += [Fact(f"feature {name}", "there", "missing") for name in _OPTIONAL if name not in device["features"]]
    cores, workgroups = driver.get("cores", {}).get("count"), driver.get("assumed", {}).get("parallel_workgroups")
    if cores and workgroups:
        found.append(Fact("workgroups at once", str(workgroups), f"the driver tells of {cores} cores"))
    return found + _subgroups(device, driver)


_OPTIONAL = ("subgroups", "storage_16bit", "storage_8bit", "timestamps", "int64")


def _subgroups(device: dict[str, Any], driver: dict[str, Any]) -> list[Fact]:
    subgroups = driver.get("subgroups", {})
    smallest, largest = subgroups.get("min_size"), subgroups.get("max_size")
    size = device["limits"]["subgroup_size"]
    if smallest and largest and (smallest, largest) != (size, size):
        return [Fact("subgroup size", str(size), f"compiled with {smallest} to {largest}")]
    return []


def _measured(device: dict[str, Any], speed: dict[str, Any]) -> list[Fact]:
    rates = device.get("driver_facts", {}).get("assumed", {})
    operators, copies = speed.get("operators", {}), speed.get("copies", {})
    host = operators.get("empty_host_us", {})
    rows = [
        _rate("arithmetic, GFLOP/s", rates.get("gflops"), operators.get("peak_gflops")),
        _rate("memory, GB/s", rates.get("gbs"), operators.get("peak_gbs")),
        _rate("a submission, us", rates.get("submit_us"), host.get("submission")),
        _rate("a dispatch, us", rates.get("dispatch_us"), host.get("dispatch")),
        _rate("copies between host and device, GB/s", rates.get("copy_staged_gbs"), copies.get("copies_gbs")),
    ]
    return [row for row in rows if row is not None]


def _rate(name: str, assumed: Optional[float], measured: Optional[float]) -> Optional[Fact]:
    if not assumed or not measured or 1 / _FAR <= measured / assumed <= _FAR:
        return None
    return Fact(name, f"{assumed:.3g}", f"{measured:.3g}")
