"""The operators' records (runtime/opset/op_info.h), as litevk-print-opset writes them into the build folder."""

import functools
import json
import os
import pathlib

_DEFAULT = pathlib.Path(__file__).resolve().parents[3] / "build" / "release" / "opset.json"


@functools.cache
def records():
    """By the operators' names. Of the build that ctest runs in (LITEVK_OPSET), else of build/release."""
    path = pathlib.Path(os.environ.get("LITEVK_OPSET", _DEFAULT))
    if not path.is_file():
        raise FileNotFoundError(f"{path} is missing: cmake --build --preset release --target litevk_opset_json writes it")
    return json.loads(path.read_text())


def numerics(op):
    """{"class": ...} and, of a sum, what it adds up. None for an operator that the project does not know."""
    return records().get(op, {}).get("numerics")
