"""Checks that every operator with floats on the GPU is in docs/NUMERICS.md's table of NaNs, and has a case with a NaN."""

import json
import pathlib
import re

import pytest

import case_files
import gpu_signatures

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "NUMERICS.md"
FLOATS = {"float32", "complex64"}
CASES = {}
for stem in case_files.stems():
    op, cases = case_files.load(stem)
    CASES[op] = cases


def has_floats(signature):
    operands = [option for operand in (*signature.inputs, *signature.outputs) for option in operand]
    return not signature.is_folded and bool(FLOATS & {*signature.element, *operands})


OPERATORS = [op for op, signatures in gpu_signatures.by_operator().items() if any(map(has_floats, signatures))]


def parts():
    """The names of operators in the table's rows, and the page's text on operators without a row."""
    section = PAGE.read_text().split("## NaNs and infinities")[1].split("\n## ")[0]
    table, _, rest = section.partition("\n\nNothing is promised")
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("|")]
    return " ".join(rows), rest


def names_in(text):
    return {name for name in CASES if re.search(rf"(?<!\w){name}(?!\w)", text)}


def has_nan(case):
    entries = [entry for entry in case["inputs"] if entry is not None]
    return any('"nan' in json.dumps([entry.get(key) for key in ("values", "cycle", "special")]) for entry in entries)


@pytest.mark.parametrize("op", OPERATORS)
def test_has_a_row_and_a_case(op):
    table, rest = parts()
    if op in names_in(rest) and op not in names_in(table):
        return
    assert op in names_in(table), f"{op} has no row in the table of NaNs of {PAGE.name}"
    delegated = [case for case in CASES[op] if case["runs_on"] == "gpu" and case["expect"] == "delegated"]
    assert any(map(has_nan, delegated)), f"{op} has no case on the GPU with a NaN among its inputs"


def test_names_no_other():
    table, rest = parts()
    assert names_in(table + rest) <= set(OPERATORS)
