"""Reads the *_cases.json files (format: README.md) and makes the values of their tensors."""

import json
import pathlib
import zlib

import numpy as np

FOLDER = pathlib.Path(__file__).resolve().parent
DEFAULT_RANGE = [-1.0, 1.0]


def stems():
    """File stems in the order of delegate/ops/op_list.inc's files, one per operator."""
    return sorted(path.name[: -len("_cases.json")] for path in FOLDER.glob("*_cases.json"))


def load(stem):
    """(operator, cases): every case is complete, with the file's defaults merged in."""
    content = json.loads((FOLDER / f"{stem}_cases.json").read_text())
    defaults = content.get("defaults", {})
    return content["op"], [_merge(case, defaults) for case in content["cases"]]


def _merge(case, defaults):
    inputs = case["inputs"]
    shared = defaults.get("inputs", [])
    return {
        **case,
        "version": case.get("version", 1),
        "inputs": [
            _merge_input(entry, shared[i] if i < len(shared) else {}) for i, entry in enumerate(inputs)
        ],
        "params": {**defaults.get("params", {}), **case.get("params", {})},
        "resize": case.get("resize", []),
        "expect": case.get("expect", "delegated"),
    }


def _merge_input(entry, shared):
    if entry is None:
        return None
    if isinstance(entry, list):
        entry = {"shape": entry}
    merged = {"type": "float32", "constant": False, **shared, **entry}
    if "shape" not in merged:
        merged["shape"] = [len(merged["values"])]
    return merged


def values_of(entry, shape, seed_text):
    """The tensor's values: those listed, else uniform in its range, seeded by `seed_text`."""
    dtype = np.dtype(entry["type"])
    if "values" in entry and list(shape) == list(entry["shape"]):
        return np.array([float(v) for v in entry["values"]]).astype(dtype).reshape(shape)
    rng = np.random.default_rng(zlib.crc32(seed_text.encode()))
    if dtype.kind == "i":
        return rng.integers(-100, 100, size=shape).astype(dtype)
    low, high = entry.get("range", DEFAULT_RANGE)
    values = rng.uniform(low, high, size=shape).astype(dtype)
    if "sparse" in entry:
        values = _thinned(values, entry["sparse"], rng)
    return values


def _thinned(values, sparse, rng):
    """Zeroes whole blocks so that about `density` of them stay."""
    block = np.ones(values.ndim, dtype=int)
    for axis, size in zip(sparse.get("block_map", []), sparse.get("block_size", [])):
        block[axis] = size
    keep = rng.random([d // b for d, b in zip(values.shape, block)]) < sparse["density"]
    return values * np.kron(keep, np.ones(block)).astype(values.dtype)
