"""Checks that the GPU takes every signature of narrow or quantized integers that the CPU takes, if it has the operator.
Otherwise docs/QUANTIZATION.md must name the exception with the reason."""

import pathlib
import re

import pytest

import opset

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "QUANTIZATION.md"
HEADING = "## What the GPU leaves to the CPU"
NARROW = {"int2", "int4", "uint4", "int8", "uint8", "int16", "uint16"}
RECORDS = {op: record for op, record in opset.records().items() if record["gpu"]}
T = ["T"]


def rows():
    """(operators, types or signatures) of each row of the page's table; the operators of the first one are None: all."""
    section = PAGE.read_text().split(HEADING)[1].split("\n## ")[0]
    found = re.findall(r"^\| ([\w, ]+) \| ((?:`\w+`(?:, )?)+) \|", section, re.MULTILINE)
    return [(None if ops == "every one" else ops.split(", "), re.findall(r"`(\w+)`", types)) for ops, types in found]


def operands(signature):
    """Operands keyed by side and index. An input that no kernel takes, such as PAD's filling, has no types."""
    return {(side, number): entry for side in ("inputs", "outputs") for number, entry in enumerate(signature[side])}


def needs(signature):
    """Yields (T, key of an operand, its type) for each narrow type that the signature takes; the key is None for T itself."""
    known = operands(signature)
    if T in [entry["types"] for entry in known.values()]:
        yield from ((dtype, None, dtype) for dtype in signature["element"] if dtype in NARROW)
    for position, entry in known.items():
        for dtype in set(entry["types"]) & NARROW:
            yield (signature["element"] or [None])[0], position, dtype


def types_of(entry, element):
    return set(element if entry["types"] == T else entry["types"])


def takes(kernel, signature, need):
    """True if the kernel takes these types, with all scales that the signature takes."""
    element, where, dtype = need
    theirs, ours = operands(kernel), operands(signature)
    is_same = kernel["signature"] == signature["name"]
    if not is_same and theirs.keys() != ours.keys():
        return False
    for position, their in theirs.items():
        our = ours[position]
        wanted = {dtype} if position == where else types_of(our, [element])
        if not wanted & types_of(their, kernel["element"]):
            return False
        if not is_same and their["scaling"] != "unread" and {**their, "types": []} != {**our, "types": []}:
            return False
    return True


def missing():
    """(operator, signature, type) of signatures that no kernel of the GPU takes."""
    for op, record in RECORDS.items():
        for signature in record["types"]:
            for need in needs(signature):
                if not any(takes(kernel, signature, need) for kernel in record["gpu"]):
                    yield op, signature["name"], need[2]


def is_named(op, name, dtype):
    return any((ops is None or op in ops) and {name, dtype} & set(types) for ops, types in rows())


@pytest.mark.parametrize("op", RECORDS)
def test_has_lines(op):
    left = [f"{dtype} of {name!r}" for found, name, dtype in missing() if found == op and not is_named(op, name, dtype)]
    assert not left, f"{op} on the GPU has no line for " + ", ".join(left)


def test_names_no_more():
    left = {(op, key) for op, name, dtype in missing() for key in (name, dtype)}
    for ops, types in rows():
        for dtype in types:
            assert any((ops is None or op in ops) and dtype == found for op, found in left), f"{ops} has {dtype}"
        for op in ops or ():
            assert any((op, dtype) in left for dtype in types), f"{op} has all of {types}"


def test_reads_the_table():
    assert rows()
