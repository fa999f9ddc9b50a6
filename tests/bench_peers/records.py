"""Small records of the form in which measure.py collects them."""

import summary


def starts(times_ms):
    """Records of starts that take these times; loading takes a quarter of each."""
    return [{"load_ms": 0.25 * time, "first_ms": 0.75 * time} for time in times_ms]


def peer(rounds_ms, cold_ms=(100.0,), cached_ms=(10.0,), **others):
    """A summarised record of a peer that ran to the end, with right results unless `others` say otherwise."""
    record = {
        "starts": {"cold": starts(cold_ms), "cached": starts(cached_ms)},
        "rounds_ms": [[time] for time in rounds_ms],
        "error": 1e-7,
        "agrees": True,
    } | others
    summary.summarise_peer(record)
    return record


def failed(message, **others):
    """A summarised record of a peer that failed; `others` are the members recorded before the failure."""
    record = {"message": message} | others
    summary.summarise_peer(record)
    return record


def results(peers, vulkan_peers):
    """The results of one network, as results.json keeps them."""
    machine = {
        "date": "2030-01-02 03:04 UTC",
        "cpu": "A processor",
        "cpus": 2,
        "memory_gib": 23.4,
        "system": "Linux 6.1",
        "driver": "some_icd.json",
        "driver_version": "somepipe 1.2",
        "commit": "0123456789ab",
        "rounds": 3,
        "round_seconds": 0.5,
        "starts": 2,
        "libraries": {name: f"/some/{name}.so (0123)" for name in ("litevk-before", "litevk") if name in peers},
    }
    network = {"peers": peers, "ratios": summary.summarise_model(peers, vulkan_peers)}
    return {"machine": machine, "tolerance": 1e-4, "tolerance_of_int8": 0.1, "peers": list(peers), "models": {"network": network}}
