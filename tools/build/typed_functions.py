#!/usr/bin/env python3
"""Writes the GLSL of the typed elementwise functions, which shaders/elementwise/typed_elementwise.comp includes, from
delegate/ops/elementwise/typed_elementwise.inc."""
import argparse
import re
from pathlib import Path
from typing import NamedTuple

# The GLSL type of an operand.
OPERANDS = {"Bool": "bool", "Complex64": "uvec2", "Float32": "uint", "Int32": "int", "Int64": "uvec2"}
OP = re.compile(r"^LITEVK_TYPED_OP\(\w+, \w+, (\w+), (?:Any|Divides|DividesAll|Raises)\)$")
ROW = re.compile(r'^LITEVK_TYPED\((\w+), (\w+), "([^"]+)"\)$')
# Functions without a row in the table: their codes come first.
OTHERS = ("Select", "Cast", "WrappedPow")


class Row(NamedTuple):
    code: int
    type: str
    glsl: str


def read_rows(text):
    lines = [line for line in text.splitlines() if line.startswith("LITEVK_")]
    codes = {match[1]: code for code, match in enumerate(filter(None, map(OP.match, lines)), start=len(OTHERS))}
    rows = []
    for line in lines:
        if OP.match(line):
            continue
        match = ROW.match(line)
        if match is None or match[1] not in codes or match[2] not in OPERANDS:
            raise ValueError(f"not a row of a typed function: {line}")
        rows.append(Row(codes[match[1]], match[2], match[3]))
    unused = set(codes.values()) - {row.code for row in rows}
    if unused:
        raise ValueError(f"functions without a type: {sorted(name for name, code in codes.items() if code in unused)}")
    return rows


def _function(name, rows):
    operand = OPERANDS[name]
    cases = [f"    case {row.code}: return Word({row.glsl});" for row in rows if row.type == name]
    return [f"uvec2 Of{name}(const uint function, const {operand} l, const {operand} r) {{", "  switch (function) {",
            *cases, "  }", "  return uvec2(0);", "}"]


def glsl(rows):
    lines = ["// Generated from delegate/ops/elementwise/typed_elementwise.inc.",
             *(f"const uint k{name} = {code};" for code, name in enumerate(OTHERS)),
             "uvec2 Word(const bool v) { return uvec2(v ? 1 : 0, 0); }",
             "uvec2 Word(const int v) { return uvec2(uint(v), v < 0 ? 0xFFFFFFFF : 0); }",
             "uvec2 Word(const uint v) { return uvec2(v, 0); }",
             "uvec2 Word(const uvec2 v) { return v; }"]
    for name in OPERANDS:
        lines += _function(name, rows)
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", type=Path)
    parser.add_argument("out", type=Path)
    arguments = parser.parse_args()
    arguments.out.write_text(glsl(read_rows(arguments.rows.read_text())))
