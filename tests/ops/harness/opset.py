"""The operators' records (runtime/opset/op_info.h), as litevk-print-opset writes them into the build folder."""

import functools
import json
import os
import pathlib

_UNPACKED = {"int2": "int8", "int4": "int8", "uint4": "uint8"}
_DEFAULT = pathlib.Path(__file__).resolve().parents[3] / "build" / "release" / "opset.json"


@functools.cache
def records():
    """The operators' records, keyed by name. They come from the build that ctest runs in (LITEVK_OPSET), else build/release."""
    path = pathlib.Path(os.environ.get("LITEVK_OPSET", _DEFAULT))
    if not path.is_file():
        raise FileNotFoundError(f"{path} is missing: cmake --build --preset release --target litevk_opset_json writes it")
    return json.loads(path.read_text())


def numerics(op, types=()):
    """The numeric class {"class": ...}, for a sum with its products. The first signature that takes inputs of these types
    (None: absent) decides, else the record. None for an operator that the project does not know.
    """
    record = records().get(op)
    if record is None:
        return None
    return next((row["numerics"] for row in record["types"] if _takes(row, types)), record["numerics"])


def _takes(row, types):
    if not row["inputs"]:
        return False
    operands = [row["inputs"][min(index, len(row["inputs"]) - 1)]["types"] for index in range(len(types))]
    return all(dtype is None or dtype in _arriving(row, taken) for taken, dtype in zip(operands, types))


def _arriving(row, taken):
    """The types in which a kernel gets an operand's elements; packed elements come in a byte each."""
    return {_UNPACKED.get(dtype, dtype) for dtype in (row["element"] if taken == ["T"] else taken)}
