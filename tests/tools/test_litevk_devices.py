"""litevk-devices' command line: what its JSON says of lavapipe, memory that it occupies, its exit statuses."""

import json
import subprocess

import pytest

from driver_file import driver_file

# Extra bytes of lavapipe's buffers whose size would be a power of two. lavapipe would compile code anew for such a size.
PADDING = 16
MEBIBYTE = 1 << 20


@pytest.fixture(autouse=True)
def lavapipe(monkeypatch):
    monkeypatch.setenv("VK_ICD_FILENAMES", driver_file("lvp"))
    monkeypatch.delenv("LITEVK_ALLOW_CPU_DEVICE", raising=False)


@pytest.fixture
def device(start):
    process = start("litevk-devices", "--json")
    assert process.returncode == 0, process.stderr
    (device,) = json.loads(process.stdout)["devices"]
    return device


@pytest.fixture
def facts(device):
    return device["driver_facts"]


@pytest.fixture
def occupant(build_dir):
    """occupant(arguments...) starts a process that holds memory. Returns it and its printed line; it ends with the test."""
    processes = []

    def start(*arguments):
        command = [build_dir / "litevk-devices", *map(str, arguments)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        processes.append(process)
        return process, json.loads(process.stdout.readline())

    yield start
    for process in processes:
        with process:
            process.kill()


def test_other_members_stay(device):
    """The members that python/litevk/machine.py and others read are there."""
    assert {"index", "name", "driver", "type", "api_version", "memory_bytes", "features", "subgroup_operations",
            "optional_extensions", "limits", "profile", "usable", "missing"} <= set(device)
    assert device["type"] == "cpu" and device["usable"] and device["missing"] == []
    assert {"basic", "arithmetic", "shuffle"} <= set(device["subgroup_operations"])


def test_driver(device, facts):
    assert facts["driver_name"] == "llvmpipe" and facts["driver_id"] == 13
    assert facts["driver_name"] + " " + facts["driver_info"] == device["driver"]
    assert len(facts["conformance_version"].split(".")) == 4
    assert facts["vendor_id"] == 0x10005 and facts["device_id"] == 0 and isinstance(facts["driver_version"], int)


def test_limits(device, facts):
    limits, own = facts["limits"], device["limits"]
    assert limits["maxComputeWorkGroupInvocations"] == own["max_workgroup_invocations"]
    assert limits["maxComputeWorkGroupSize"] == own["max_workgroup_size"]
    assert limits["maxStorageBufferRange"] == own["max_storage_buffer_range_bytes"]
    assert min(limits["maxMemoryAllocationSize"], limits["maxBufferSize"]) == own["max_allocation_bytes"]
    assert limits["minStorageBufferOffsetAlignment"] == own["storage_buffer_alignment_bytes"]
    assert limits["timestampComputeAndGraphics"] is True and limits["timestampPeriod"] > 0
    positive = ["maxBoundDescriptorSets", "maxPerStageResources", "maxMemoryAllocationCount", "maxTexelBufferElements",
                "minMemoryMapAlignment", "nonCoherentAtomSize", "maxMemoryAllocationSize", "maxBufferSize",
                "minImportedHostPointerAlignment"]
    assert all(limits[name] > 0 for name in positive)


def test_features(facts):
    assert {"robustBufferAccess", "shaderInt64", "storageBuffer16BitAccess", "storageBuffer8BitAccess", "shaderInt8",
            "variablePointers", "timelineSemaphore", "synchronization2"} <= set(facts["features"])
    assert len(set(facts["features"])) == len(facts["features"])
    assert isinstance(facts["accelerated_dot_products"], list)


def test_subgroups(device, facts):
    subgroups = facts["subgroups"]
    assert subgroups["size"] == device["limits"]["subgroup_size"]
    assert subgroups["min_size"] <= subgroups["size"] <= subgroups["max_size"]
    assert "compute" in subgroups["stages"] and "compute" in subgroups["required_size_stages"]
    assert set(device["subgroup_operations"]) <= set(subgroups["operations"])
    assert isinstance(subgroups["quad_in_all_stages"], bool)


def test_memory(device, facts):
    heaps, types = facts["memory"]["heaps"], facts["memory"]["types"]
    assert heaps and types
    assert max(heap["bytes"] for heap in heaps if "device_local" in heap["flags"]) == device["memory_bytes"]
    assert all({"budget_bytes", "usage_bytes"} <= set(heap) for heap in heaps)
    assert all(0 <= kind["heap"] < len(heaps) for kind in types)
    assert any({"device_local", "host_visible"} <= set(kind["flags"]) for kind in types)


def test_queue_families(facts):
    (chosen,) = [family for family in facts["queue_families"] if family["chosen"]]
    assert "compute" in chosen["flags"] and chosen["count"] >= 1
    assert facts["timestamps"]["bits"] == chosen["timestampValidBits"] > 0
    assert facts["timestamps"]["period_ns"] == facts["limits"]["timestampPeriod"]


def test_extensions(device, facts):
    assert set(device["optional_extensions"]) <= set(facts["extensions"])
    assert all(version >= 1 for version in facts["extensions"].values())


def test_cores_that_the_driver_does_not_tell_of(facts):
    assert facts["cores"] == {"count": None, "numbers": {}}


def test_what_litevk_assumes(device, facts):
    assumed = facts["assumed"]
    assert {name: assumed[name] for name in device["profile"]} == device["profile"]
    assert all(assumed[name] > 0 for name in (
        "parallel_workgroups", "scratch_divisor", "gflops", "gbs", "submit_us", "dispatch_us", "copy_mapped_gbs"))
    assert assumed["copy_staged_gbs"] < assumed["copy_mapped_gbs"]


def test_text_has_no_facts(start):
    process = start("litevk-devices")
    assert process.returncode == 0, process.stderr
    assert "verdict" in process.stdout and "maxPushConstantsSize" not in process.stdout


@pytest.mark.parametrize("choice", [[], ["--device", "0"], ["--device", "LLVMpipe"]])
def test_memory_is_held_until_input_ends(occupant, device, choice):
    process, line = occupant("--occupy-all-but", 64, "--allow-cpu-device", *choice)
    assert line["device"] == device["name"] and line["heap_bytes"] == device["memory_bytes"]
    assert 16 * MEBIBYTE <= line["occupied_bytes"] <= 256 * MEBIBYTE + PADDING
    assert line["left_bytes"] <= line["heap_bytes"] - line["occupied_bytes"]
    assert "256 MiB" in line["note"]
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(timeout=0.5)
    process.stdin.close()
    assert process.wait(timeout=60) == 0


def test_what_is_to_be_left_is_left(occupant, device, facts):
    if any(heap["budget_bytes"] is not None for heap in facts["memory"]["heaps"]):
        pytest.skip("the budget changes with what other programs take")
    left_mib = device["memory_bytes"] // MEBIBYTE - 100
    _, line = occupant("--occupy-all-but", left_mib, "--allow-cpu-device")
    assert line["occupied_bytes"] == 96 * MEBIBYTE + 2 * PADDING  # blocks of 64 and 32 MiB: the smallest block is 16 MiB
    assert line["left_bytes"] == line["heap_bytes"] - line["occupied_bytes"]


@pytest.mark.parametrize("flags, status, diagnostic", [
    (["--occupy-all-but", "64"], 3, "is a CPU driver; --allow-cpu-device takes it"),
    (["--occupy-all-but", "64", "--allow-cpu-device", "--device", "no such device"], 3, "no such device"),
    (["--occupy-all-but", "much"], 2, "--occupy-all-but"),
    (["--occupy-all-but", "-1"], 2, "--occupy-all-but"),
    (["--occupy-all-but", "64", "--json"], 2, "--json"),
    (["--no-such-option"], 2, "there is no option --no-such-option"),
    (["--alow-cpu-device"], 2, 'there is no option --alow-cpu-device; did you mean "--allow-cpu-device"?'),
    (["--occupy-all-but", "99999999999999"], 2, "--occupy-all-but: expected at most 1099511627776, found"),
    (["-o", "device_id=-1"], 2, 'option "device_id": expected an integer from 0 on, found "-1"'),
    (["-o", "strict=1"], 2, "-o strict: expected device_id, device_name or allow_cpu_device here"),
    (["-o", "strict"], 2, "-o strict: expected KEY=VALUE"),
    (["more"], 2, '"more" is one argument too many'),
])
def test_failures(start, flags, status, diagnostic):
    process = start("litevk-devices", *flags)
    assert process.returncode == status
    assert diagnostic in process.stderr and process.stdout == ""


def test_no_device(start, monkeypatch):
    monkeypatch.setenv("VK_ICD_FILENAMES", "/nonexistent.json")
    process = start("litevk-devices", "--occupy-all-but", "64", "--allow-cpu-device")
    assert process.returncode == 3 and process.stdout == ""
    assert process.stderr.startswith("litevk-devices: vulkan instance: ") and process.stderr.count("\n") == 1
    process = start("litevk-devices", "--json")
    document = json.loads(process.stdout)
    assert process.returncode == 1 and document["devices"] == [] and document["problems"]


def test_the_chosen_device(start):
    def chosen(*arguments):
        return json.loads(start("litevk-devices", "--json", *arguments).stdout)["chosen"]

    why = "allow_cpu_device=1 is set"
    expected = {"device_id": 0, "why_cpu_device": why}
    assert chosen("--allow-cpu-device") == expected == chosen("--allow-cpu-device", "--device", "llvmpipe")
    assert chosen()["device_id"] is None and "is a CPU driver" in chosen()["problem"]
    assert chosen("--device", "7")["problem"].startswith("no GPU has the number 7; there is: 0 llvmpipe")


def test_the_text_says_which_device_is_used(start, monkeypatch):
    assert "usable, a CPU driver: only with allow_cpu_device=1\n" in start("litevk-devices").stdout
    for words in (["--allow-cpu-device"], ["--allow_cpu_device"], ["-o", "allow_cpu_device=1", "-o", "device_name=llvm"]):
        assert "is used, because allow_cpu_device=1 is set\n" in start("litevk-devices", *words).stdout
    monkeypatch.setenv("LITEVK_ALLOW_CPU_DEVICE", "1")
    assert "is used, because LITEVK_ALLOW_CPU_DEVICE=1 is set\n" in start("litevk-devices").stdout
    said = start("litevk-devices", "--device", "RTX").stdout.splitlines()
    assert said[-1].startswith('problem: no GPU is called "RTX"; there is: 0 llvmpipe')
    assert said[-1].endswith("(a CPU driver)")
