#!/usr/bin/env python3
"""Writes the GLSL of the elementwise steps, which shaders/common/epilogue.glsl includes, from
delegate/kernel/elementwise.inc."""
import argparse
import itertools
import re
from pathlib import Path
from typing import NamedTuple

RULES = ("Finite", "TakesRight", "TakesLeft", "KeepsNan", "AsComputed")
PLACES = ("Everywhere", "Own")
ROW = re.compile(r'^LITEVK_(?:STEP\(|UNARY\(\w+, \w+, )(\w+), (\w+), (\w+), "([^"]+)"\)$')


class Step(NamedTuple):
    code: int
    name: str
    rule: str
    where: str
    glsl: str


def read_steps(text):
    rows = [line for line in text.splitlines() if re.match(r"LITEVK_(STEP|UNARY)\(", line)]
    steps = []
    for code, line in enumerate(rows, start=1):
        match = ROW.match(line)
        if match is None or match[2] not in RULES or match[3] not in PLACES:
            raise ValueError(f"not a row of a step: {line}")
        steps.append(Step(code, *match.groups()))
    _check_order(steps)
    return steps


def _check_order(steps):
    """Checks that the groups of steps follow one another, so that one comparison with a group's last code tells the rule."""
    groups = [_group(rule) for rule, _ in itertools.groupby(steps, key=lambda step: step.rule)]
    order = [group for group, _ in itertools.groupby(groups)]
    if order != sorted(order) or set(order) != set(range(4)):
        raise ValueError(f"steps stand in the order of rules {order}, expected all of 0 to 3 in ascending order")


def _group(rule):
    return {"Finite": 0, "TakesRight": 1, "TakesLeft": 1, "KeepsNan": 2, "AsComputed": 3}[rule]


def glsl(steps):
    last = {group: max(step.code for step in steps if _group(step.rule) == group) for group in range(3)}
    right = [f"op == {step.code}" for step in steps if step.rule == "TakesRight"]
    lines = ["// Generated from delegate/kernel/elementwise.inc.",
             f"const uint kLastFinite = {last[0]};", f"const uint kLastChoice = {last[1]};",
             f"const uint kLastClamp = {last[2]};",
             f"bool TakesRight(const uint op) {{ return {' || '.join(right)}; }}",
             "", "// What the codes compute of numbers. `precise`, since drivers may make zero of a difference of equals,",
             "// which is NaN for an infinity.",
             "vec4 EpilogueInteger(const uint op, const vec4 v, const vec4 x) {", "  precise vec4 result = v;",
             "  switch (op) {"]
    for (expression, where), group in itertools.groupby(steps, key=lambda step: (step.glsl, step.where)):
        cases = [f"    case {step.code}:" for step in group]
        body = "break;" if expression == "v" else f"result = {expression}; break;"
        cases[-1] += " " + body
        lines += cases if where == "Everywhere" else ["#ifdef ALL_STEPS", *cases, "#endif"]
    return "\n".join([*lines, "  }", "  return result;", "}", ""])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", type=Path)
    parser.add_argument("out", type=Path)
    arguments = parser.parse_args()
    arguments.out.write_text(glsl(read_steps(arguments.rows.read_text())))
