"""Twins of a case's node: nodes that differ from it in one property, on which a constant, table, plan or pipeline depends."""

import copy
import functools

import numpy as np
from ai_edge_litert import schema_py_generated as schema

import case_files
import case_models
import opset
import type_mutants
import wrong_dims
from model_builder import enumerators_of, options_name
from type_mutants import LIMITS, Mutant

# TFLite's kernel reads a last dim that a scalar does not have, and may end the process. The delegate leaves the node to it.
_NEEDS_A_DIM = {"LOG_SOFTMAX"}
# Bits that are flipped in an integer, and steps that are added to an integer that chooses or counts something.
_BITS = {"int4": 1, "uint4": 1, "int2": 1}
_STEPS = (1, -1, 5000)


def twins_of(base):
    """Yields the twins of `base`, a Mutant. Many of them have dims or values that no interpreter takes."""
    for make in (_parameters, _options, _custom_options, _elements, _dims, _states):
        yield from make(base)


def of_other_kinds(base):
    """Yields twins with one other type, or with another operator that takes operands of these types in some case."""
    for twin in type_mutants.neighbours(base, 1):
        if base.op in _operators().get(arrangement(twin.case), {}):
            yield twin
    yield from _of_other_signs(base)
    is_custom = opset.records()[base.op]["is_custom"]  # whose options and oracle are no other operator's
    for op, params, version in () if is_custom else _operators_of(arrangement(base.case)):
        if op != base.op and not (op in _NEEDS_A_DIM and base.case["inputs"][0]["shape"] == []):
            case = {**copy.deepcopy(base.case), "params": params, "version": version}
            yield Mutant(op, base.stem, case, base.values, f"as {op}")


def _of_other_signs(base):
    """Yields twins with int8 and uint8 exchanged, and the same scales and zero points."""
    other = {"int8": "uint8", "uint8": "int8"}
    case = copy.deepcopy(base.case)
    case["outputs"] = [other.get(dtype, dtype) for dtype in case_models.output_types(case)]
    values = list(base.values)
    for position, entry in enumerate(case["inputs"]):
        if entry and entry["type"] in other:
            entry["type"] = other[entry["type"]]
            values[position] = values[position].view(entry["type"])
    if base.op in _operators().get(arrangement(case), {}) and case["outputs"] != case_models.output_types(base.case):
        yield Mutant(base.op, base.stem, case, values, "bytes of the other sign")


def _with(base, change, **fields):
    return Mutant(base.op, base.stem, {**copy.deepcopy(base.case), **fields}, list(base.values), change)


def _with_input(base, position, change, values=None, **fields):
    twin = _with(base, f"input {position} {change}")
    twin.case["inputs"][position].update(fields)
    if values is not None:
        # A case file lists values; here the array itself gives them.
        twin.values[position] = values
    return twin


def _parameters(base):
    """Yields twins with another scale or zero point of one tensor, or of one channel of it."""
    for position, entry in enumerate(base.case["inputs"]):
        for change, quantization in _other_parameters(entry and entry.get("quantization"), entry and entry["type"]):
            yield _with_input(base, position, change, quantization=quantization)
    types = case_models.output_types(base.case)
    for change, quantization in _other_parameters(base.case.get("output_quantization"), types[0] if types else None):
        yield _with(base, f"output {change}", output_quantization=quantization)
    for number, entry in enumerate(base.case.get("intermediates", [])):
        for change, quantization in _other_parameters(entry.get("quantization"), entry["type"]):
            entries = copy.deepcopy(base.case["intermediates"])
            entries[number]["quantization"] = quantization
            yield _with(base, f"intermediate {number} {change}", intermediates=entries)


def _other_parameters(quantization, dtype):
    for key, factor in (("scale", 1.37), ("scale", 0.5)) if quantization else ():
        yield from _other_elements(quantization, key, f"times {factor}", lambda scale: scale * factor)
    low, high = LIMITS.get(dtype, (-1000, 1000))
    for step in (1, 37) if quantization and "zero_point" in quantization else ():
        yield from _other_elements(quantization, "zero_point", f"plus {step}",
                                   lambda number: low + (number - low + step) % (high - low + 1))


def _other_elements(quantization, key, change, function):
    """Yields changes of the single value, or of the first or the last value of channels or blocks."""
    integers = np.array(quantization[key])
    for index in dict.fromkeys((0, integers.size - 1)):
        changed = integers.copy()
        changed.flat[index] = function(changed.flat[index])
        yield f"{key} {index} {change}", {**quantization, key: changed.tolist()}


def _options(base):
    """Yields twins with another value of one field of the options table."""
    name = options_name(base.op)
    for field, default in vars(getattr(schema, name + "T")()).items() if name else ():
        for value in _other_values(field, base.case["params"].get(field, default)):
            yield _with(base, f"{field} {value}", params={**base.case["params"], field: value})


def _other_values(field, value):
    if (names := enumerators_of(field)) is not None:
        return [name for name, number in names.items() if value not in (name, number)]
    return other_plain_values(value)


def other_plain_values(value):
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if isinstance(value, float):
        return [1.5 * value + 0.25]
    if isinstance(value, (list, np.ndarray)) and len(value) > 0:
        values = list(value)
        return [[*values[:index], other, *values[index + 1:]] for index in range(len(values))
                for other in other_plain_values(values[index])]
    return []


def _custom_options(base):
    """Yields twins with another value of one entry of a custom operator's options."""
    for form, options in (base.case.get("custom_options") or {}).items():
        fields = options.items() if isinstance(options, dict) else enumerate(options if isinstance(options, list) else ())
        for field, value in fields:
            for other in other_plain_values(value):
                changed = copy.copy(options)
                changed[field] = other
                yield _with(base, f"option {field} {other}", custom_options={form: changed})


def _elements(base):
    """Yields twins with another value of one element of a constant."""
    for position, (entry, values) in enumerate(zip(base.case["inputs"], base.values)):
        if entry is None or not entry["constant"] or values.dtype == object:
            continue
        for index in dict.fromkeys((0, values.size // 2, values.size - 1)) if values.size else ():
            for other in _other_numbers(values.flat[index], entry["type"]):
                changed = values.copy()
                changed.flat[index] = other
                yield _with_input(base, position, f"element {index} {other}", changed)


def _other_numbers(number, dtype):
    if number.dtype.kind in "fc":
        return [number + number.dtype.type(1.5)]
    if number.dtype.kind == "b":
        return [not number]
    if number.dtype.itemsize <= 2:
        return [number ^ number.dtype.type(_BITS.get(dtype, 37))]
    limits = np.iinfo(number.dtype)
    return [int(number) + step for step in _STEPS if limits.min <= int(number) + step <= limits.max]


def _dims(base):
    """Yields twins with other dims of one operand, or with another first dim of all operands that are no constants."""
    given = [position for position, entry in enumerate(base.case["inputs"]) if entry and not entry["constant"]]
    for position, entry in enumerate(base.case["inputs"]):
        for change, shape in wrong_dims.changed_shapes(list(entry["shape"])) if entry and "sparse" not in entry else ():
            yield _with_input(base, position, f"{change}: {shape}", wrong_dims.resized(base.values[position], shape), shape=shape)
    if all(base.case["inputs"][position]["shape"] for position in given) and len(given) > 1:
        twin = _with(base, "the first dim of all inputs")
        for position in given:
            entry = twin.case["inputs"][position]
            entry["shape"] = [entry["shape"][0] + 1, *entry["shape"][1:]]
            twin.values[position] = wrong_dims.resized(twin.values[position], entry["shape"])
        yield twin


def _states(base):
    """Yields twins with a constant in place of an input, the reverse, or without an operand."""
    for position, entry in enumerate(base.case["inputs"]):
        if entry is None:
            continue
        if not entry["variable"] and "sparse" not in entry:
            change = "as an input" if entry["constant"] else "as a constant"
            yield _with_input(base, position, change, constant=not entry["constant"])
        twin = _with(base, f"input {position} absent", outputs=case_models.output_types(base.case))
        twin.case["inputs"][position] = twin.values[position] = None
        yield twin


def arrangement(case):
    """Key of the types of the case's operands and of which of them are constant or variable."""
    return str([entry and (entry["type"], entry["constant"], entry["variable"]) for entry in case["inputs"]]
               + case_models.output_types(case))


@functools.cache
def _operators():
    """Keyed by the arrangement of types: the operators that take it, each with its options in one case."""
    found = {}
    for stem in case_files.stems():
        op, cases = case_files.load(stem)
        for case in cases if not opset.records()[op]["is_custom"] else ():
            if case["oracle"] != "reference" or "expected" in case:
                continue
            found.setdefault(arrangement(case), {}).setdefault(op, (case["params"], case["version"]))
    return found


def _operators_of(types):
    return [(op, *options) for op, options in _operators().get(types, {}).items()]
