"""Reads the *_cases.json files (format: tests/ops/README.md) and makes the values of their tensors."""

import json
import pathlib
import zlib

import numpy as np

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "cases"
DEFAULT_RANGE = [-1.0, 1.0]
# Packed types, several elements of which share a byte: numpy's type of an element, and the range of its values.
_PACKED = {"int4": ("int8", [-8, 8]), "int2": ("int8", [-2, 2]), "uint4": ("uint8", [0, 16])}


def stems():
    """File stems of the rows of runtime/opset/op_list.inc."""
    return sorted(path.name[: -len("_cases.json")] for path in FOLDER.glob("*_cases.json"))


def load(stem):
    """(operator, cases) of a case file; every case is complete, with the file's defaults merged in."""
    content = content_of(stem)
    defaults = content["defaults"]
    assert defaults["runs_on"] in ("gpu", "kernels"), f"{stem}: runs_on is {defaults['runs_on']}"
    return content["op"], [merged(case, defaults) for case in content["cases"]]


def content_of(stem):
    return json.loads((FOLDER / f"{stem}_cases.json").read_text())


def merged(case, defaults):
    inputs = case["inputs"]
    shared = defaults.get("inputs", [])
    own = {key: value for key, value in defaults.items() if key not in ("inputs", "params")}
    return {
        "version": 1,
        "resize": [],
        "invokes": 1,
        "expect": "delegated",
        "outputs": ["float32"],
        "oracle": "reference",
        **own,
        **case,
        "inputs": [
            _merge_input(entry, shared[i] if i < len(shared) else {}) for i, entry in enumerate(inputs)
        ],
        "params": {**defaults.get("params", {}), **case.get("params", {})},
    }


def _merge_input(entry, shared):
    if entry is None:
        return None
    if isinstance(entry, list):
        entry = {"shape": entry}
    merged = {"type": "float32", "constant": False, "variable": False, **shared, **entry}
    if "shape" not in merged:
        merged["shape"] = [every_number(merged["type"]).size if merged.get("every_number") else len(merged["values"])]
    return merged


def values_of(entry, shape, seed_text):
    """The tensor's values: those listed, else random in its range, seeded by `seed_text`."""
    dtype = entry["type"]
    if dtype in _PACKED:
        dtype, limits = _PACKED[dtype]
        entry = {"range": limits, **entry}
    if entry.get("every_number"):
        return every_number(dtype).reshape(shape)
    if "values" in entry and list(shape) == list(entry["shape"]):
        return listed_values(entry["values"], dtype, shape)
    if "cycle" in entry:
        count = int(np.prod(shape, dtype=np.int64))
        return listed_values([entry["cycle"][i % len(entry["cycle"])] for i in range(count)], dtype, shape)
    rng = np.random.default_rng(zlib.crc32(seed_text.encode()))
    if dtype == "string":
        return _random_strings(rng, shape)
    if dtype == "bool":
        return rng.integers(0, 2, size=shape).astype(bool)
    if np.dtype(dtype).kind in "iu":
        lowest = 0 if np.dtype(dtype).kind == "u" else -100
        low, high = entry.get("range", [lowest, 100])
        values = rng.integers(low, high, size=shape).astype(dtype)
        return _thinned(values, entry["sparse"], rng) if "sparse" in entry else values
    low, high = entry.get("range", DEFAULT_RANGE)
    values = rng.uniform(low, high, size=shape).astype(dtype)
    if np.dtype(dtype).kind == "c":
        return values + values.dtype.type(1j) * rng.uniform(low, high, size=shape).astype(dtype)
    if "sparse" in entry:
        values = _thinned(values, entry["sparse"], rng)
    if "special" in entry:
        values.flat[rng.choice(values.size, len(entry["special"]), replace=False)] = np.float32(entry["special"])
    return values


def every_number(dtype):
    limits = np.iinfo(dtype)
    return np.arange(limits.min, limits.max + 1).astype(dtype)


def listed_values(values, dtype, shape):
    dtype, _ = _PACKED.get(dtype, (dtype, None))
    if dtype == "string":
        return np.array([str(v).encode() for v in values], dtype=object).reshape(shape)
    if np.dtype(dtype).kind in "iu":
        return np.array([int(v) for v in values], dtype=dtype).reshape(shape)
    if np.dtype(dtype).kind == "c":
        return np.array([complex(v) for v in values], dtype=dtype).reshape(shape)
    with np.errstate(over="ignore"):
        return np.array([float(v) for v in values]).astype(dtype).reshape(shape)


def _random_strings(rng, shape):
    count = int(np.prod(shape, dtype=np.int64))
    texts = [bytes(rng.integers(97, 123, size=rng.integers(0, 9)).astype(np.uint8)) for _ in range(count)]
    return np.array([*texts, b""], dtype=object)[:count].reshape(shape)


def _thinned(values, sparse, rng):
    """Zeroes whole blocks so that about `density` of them stay."""
    block = np.ones(values.ndim, dtype=int)
    for axis, size in zip(sparse.get("block_map", []), sparse.get("block_size", [])):
        block[axis] = size
    keep = rng.random([d // b for d, b in zip(values.shape, block)]) < sparse["density"]
    return values * np.kron(keep, np.ones(block)).astype(values.dtype)
