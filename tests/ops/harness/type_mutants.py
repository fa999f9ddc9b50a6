"""Nodes of the operator cases with other types and quantization, also ones that no operator takes.

`substituted` gives the tensors of a node other types, each with several kinds of quantization. `varied` leaves the types and
changes other properties of the node: scales, zero points, options, versions, and which operands are constant.
"""

import copy
import dataclasses
import itertools
import math
import zlib

import numpy as np
from ai_edge_litert import schema_py_generated as schema

import case_files
import case_models
import opset
from model_builder import ModelBuilder, options_name

TYPES = ("float32", "float16", "int8", "uint8", "int16", "int32", "int64", "int4", "int2", "bool")
LIMITS = {"int8": (-128, 127), "uint8": (0, 255), "int16": (-32768, 32767), "int4": (-8, 7), "int2": (-2, 1)}
_ZERO_POINTS = {"int8": -3, "uint8": 125}
_UNIT = {"int8": (2.0**-8, -128), "uint8": (2.0**-8, 0), "int16": (2.0**-15, 0)}
_SIGNED_UNIT = {"int8": (2.0**-7, 0), "uint8": (2.0**-7, 128), "int16": (2.0**-15, 0)}
_LOGARITHM = {"int8": (2.0**-4, 127), "uint8": (2.0**-4, 255), "int16": (2.0**-11, 0)}
_FIXED = {"unit": _UNIT, "signed unit": _SIGNED_UNIT, "logarithm": _LOGARITHM}
STYLES = ("none", "alike", "symmetric", "first axis", "last axis", *_FIXED)
_MOST_ELEMENTS = 4000
_MOST_PRODUCT = 3
_MOST_PAIRED = 5
# The scale that TensorFlow's converter writes for a tensor of int16 that was always 0 in calibration.
_DENORMAL = 3.59e-43
_ACTIVATIONS = ("NONE", "RELU", "RELU_N1_TO_1", "RELU6", "TANH", "SIGN_BIT")


@dataclasses.dataclass
class Mutant:
    op: str
    stem: str
    case: dict
    values: list
    change: str

    def __str__(self):
        return f"{self.stem}/{self.case['name']} {self.types()}, {self.change}"

    def types(self):
        inputs = ["-" if entry is None else entry["type"] for entry in self.case["inputs"]]
        return ", ".join(inputs) + " -> " + ", ".join(case_models.output_types(self.case))

    def stored_outputs(self):
        """The types of the arrays that hold the outputs."""
        return [_stored(dtype) for dtype in case_models.output_types(self.case)]

    def model(self):
        """The model, the values of the inputs that a run sets, and the number of runs."""
        builder = ModelBuilder()
        graph = builder.subgraph()
        outputs, runtime = case_models.add_node(graph, self.op, self.case, self.values)
        graph.outputs(*outputs)
        return builder.serialize(), [self.values[position] for position, _ in runtime], min(self.case["invokes"], 3)


def bases(stem):
    """The smallest case of each arrangement of types and of quantization; none for custom operators, which the interpreter
    lacks."""
    op, cases = case_files.load(stem)
    if opset.records()[op]["is_custom"]:
        return []
    found = {}
    for case in sorted(cases, key=_elements):
        # Golden outputs are written by hand if the reference kernels are wrong.
        if case.get("error") or "expected" in case or case["oracle"] != "reference" or not _is_plain(case):
            continue
        found.setdefault(_arrangement(case), case)
    return [Mutant(op, stem, case, case_models.input_values(stem, case), "as it is") for case in found.values()]


def _is_plain(case):
    entries = [entry for entry in case["inputs"] if entry is not None]
    return _elements(case) <= _MOST_ELEMENTS and not any("sparse" in e or e["type"] in ("string", "resource") for e in entries)


def _elements(case):
    return sum(math.prod(entry["shape"]) for entry in case["inputs"] if entry is not None) or _MOST_ELEMENTS


def _arrangement(case):
    operands = [None if entry is None else (entry["type"], entry["constant"], _kind(entry)) for entry in case["inputs"]]
    result = _kind({"quantization": case.get("output_quantization")})
    return str((operands, case_models.output_types(case), result, case.get("intermediates") is not None))


def _kind(entry):
    quantization = entry.get("quantization")
    if quantization is None:
        return "plain"
    return f"along {quantization.get('axis', 0)}" if isinstance(quantization["scale"], list) else "one scale"


def substituted(base):
    """Yields the node with other types of its tensors. Tries all combinations for few tensors, else changes all tensors of one
    type, or every pair."""
    for types in sorted(set(_choices(base))):
        for style in STYLES:
            yield _retyped(base, types, style)


def neighbours(base, most):
    """Yields the base with up to `most` other types; quantized tensors stay quantized."""
    own = _types(base)
    for count in range(1, most + 1 if len(own) <= _MOST_PAIRED else 2):
        for places in itertools.combinations(range(len(own)), count):
            for types in itertools.product(TYPES, repeat=count):
                changed = list(own)
                for index, dtype in zip(places, types):
                    changed[index] = dtype
                yield _retyped(base, tuple(changed), "kept")


def _types(base):
    inputs = [None if entry is None else entry["type"] for entry in base.case["inputs"]]
    return [*inputs, *case_models.output_types(base.case)]


def _choices(base):
    own = _types(base)
    groups = sorted({dtype for dtype in own if dtype is not None})
    if sum(dtype is not None for dtype in own) <= _MOST_PRODUCT:
        for types in itertools.product(*(TYPES if dtype else (None,) for dtype in own)):
            yield types
        return
    for types in itertools.product(TYPES, repeat=min(len(groups), 2)):
        named = dict(zip(groups, types))
        yield tuple(None if dtype is None else named.get(dtype, dtype) for dtype in own)


def _retyped(base, types, style):
    case, values = copy.deepcopy(base.case), list(base.values)
    inputs = len(case["inputs"])
    own = _types(base)
    for position, entry in enumerate(case["inputs"]):
        if entry is None:
            continue
        dtype, is_changed = types[position], types[position] != own[position]
        if is_changed:
            values[position] = _converted(base, entry, values[position], dtype, position)
            entry["type"] = dtype
        if style != "kept" or is_changed:
            _set(entry, "quantization", _quantization(style, dtype, entry, is_changed))
    case["outputs"] = list(types[inputs:])
    if style != "kept" or list(types[inputs:]) != own[inputs:]:
        _set(case, "output_quantization", _quantization(style, types[inputs] if types[inputs:] else "bool", None, True))
    return Mutant(base.op, base.stem, case, values, f"quantized {style}")


def _set(entry, key, value):
    entry.pop(key, None)
    if value is not None:
        entry[key] = value


def _quantization(style, dtype, entry, is_changed):
    """Quantization parameters of an input, or of the output if `entry` is None."""
    is_constant = entry is not None and entry["constant"]
    if style == "none":
        return None
    if dtype not in LIMITS:
        return {"scale": 0.001, "zero_point": 0} if dtype in ("int32", "int64") and style == "symmetric" and is_constant else None
    if style in ("alike", "kept"):
        return {"scale": 0.05, "zero_point": _ZERO_POINTS.get(dtype, 0)}
    if entry is None and style in _FIXED and dtype in _FIXED[style]:
        return dict(zip(("scale", "zero_point"), _FIXED[style][dtype]))
    if is_constant and style.endswith("axis") and entry["shape"]:
        axis = 0 if style == "first axis" else len(entry["shape"]) - 1
        return per_channel(entry["shape"][axis], axis)
    return {"scale": 0.1 if entry is None else 0.02 if is_constant else 0.05, "zero_point": 0}


def per_channel(count, axis):
    return {"scale": [0.01 * 1.3**i for i in range(count)], "zero_point": [0] * count, "axis": axis}


def _stored(dtype):
    return {"int4": "int8", "int2": "int8"}.get(dtype, dtype)


def _converted(base, entry, values, dtype, position):
    """Values for the new type: the same for indices and sizes, else random over the type's range."""
    stored = _stored(dtype)
    chooses = entry["type"] in ("int32", "int64") and (entry["constant"] or "values" in entry or "range" in entry)
    if chooses and "quantization" not in entry:
        return np.clip(values, *LIMITS.get(dtype, (None, None))).astype(stored) if dtype in LIMITS else values.astype(stored)
    if values.dtype.kind == "f" and dtype.startswith("float"):
        return values.astype(dtype)
    rng = np.random.default_rng(zlib.crc32(f"{base.stem}/{position}/{dtype}".encode()))
    if dtype in LIMITS:
        # The reference kernels multiply the lowest weight of int8 wrongly by floats.
        lowest = LIMITS[dtype][0] + (entry["constant"] and dtype == "int8")
        return rng.integers(lowest, LIMITS[dtype][1] + 1, values.shape).astype(stored)
    if dtype == "bool":
        return rng.integers(0, 2, values.shape).astype(bool)
    return (rng.uniform(-1, 1, values.shape) if dtype.startswith("float") else rng.integers(-100, 100, values.shape)).astype(stored)


def varied(base):
    """Yields the base with one other property."""
    for position, entry in enumerate(base.case["inputs"]):
        if entry is None:
            continue
        for change, quantization in _other_parameters(entry["type"], entry["shape"], entry.get("quantization")):
            yield _changed(base, f"input {position} {change}", position, quantization=quantization)
        if not entry["variable"]:
            state = "an input" if entry["constant"] else "constant"
            yield _changed(base, f"input {position} {state}", position, constant=not entry["constant"])
        yield _changed(base, f"input {position} absent", position, is_absent=True)
    result = case_models.output_types(base.case)
    for change, quantization in _other_parameters(result[0], None, base.case.get("output_quantization")) if result else ():
        yield _with(base, f"output {change}", output_quantization=quantization)
    yield from _varied_intermediates(base)
    for change, field, value in _other_options(base):
        yield _with(base, change, params={**base.case["params"], field: value})
    for version in range(1, opset.records()[base.op]["versions"][-1]["version"] + 2):
        if version != base.case["version"]:
            yield _with(base, f"version {version}", version=version)


def _varied_intermediates(base):
    tensors = base.case.get("intermediates", [])
    for position, entry in enumerate(tensors):
        for change, quantization in _other_parameters(entry["type"], None, entry.get("quantization")):
            others = [*tensors[:position], {**entry, "quantization": quantization}, *tensors[position + 1 :]]
            yield _with(base, f"intermediate {position} {change}", intermediates=others)
    if tensors:
        yield _with(base, "one intermediate fewer", intermediates=tensors[:-1])


def _other_parameters(dtype, shape, quantization):
    if quantization is not None:
        yield "without parameters", None
    low, high = LIMITS.get(dtype, (0, 0))
    one = quantization if quantization is not None and not isinstance(quantization.get("scale"), list) else None
    one = one if one is not None and "block_size" not in one else {"scale": 0.05, "zero_point": 0}
    for name, zero_point in (("lowest", low), ("0", 0), ("middle", (low + high + 1) // 2), ("highest", high)):
        yield f"zero point {name}", {**one, "zero_point": zero_point}
    for name, factor in (("doubled", 2.0), ("a bit larger", 1.37), ("tiny", 2.0**-12), ("large", 2.0**7)):
        yield f"scale {name}", {**one, "scale": one["scale"] * factor}
    yield "scale 0.25", {"scale": 0.25, "zero_point": 0}
    yield "scale 0", {**one, "scale": 0.0}
    yield "scale of a denormal", {**one, "scale": _DENORMAL}
    if quantization is not None and isinstance(quantization["scale"], list) and "block_size" not in quantization:
        yield "last scale 0", {**quantization, "scale": [*quantization["scale"][:-1], 0.0]}
        yield "zero points 4", {**quantization, "zero_point": [4] * len(quantization["scale"])}
    for axis, dim in enumerate(shape or ()):
        yield f"scales along {axis}", per_channel(dim, axis)
    if shape:
        yield "scales along 0 of other zero points", {**per_channel(shape[0], 0), "zero_point": [1] * shape[0]}
        yield "one scale too many", per_channel(shape[0] + 1, 0)
        yield "two scales", per_channel(2, 0)


def _changed(base, change, position, is_absent=False, **fields):
    case, values = copy.deepcopy(base.case), list(base.values)
    if is_absent:
        case["outputs"] = case_models.output_types(case)
        case["inputs"][position] = values[position] = None
    for key, value in fields.items():
        _set(case["inputs"][position], key, value)
    return Mutant(base.op, base.stem, case, values, f"{base.change}, {change}")


def _with(base, change, **fields):
    case = copy.deepcopy(base.case)
    for key, value in fields.items():
        _set(case, key, value)
    return Mutant(base.op, base.stem, case, base.values, f"{base.change}, {change}")


def _other_options(base):
    """Yields the node with each activation, each bias type, and every flag flipped."""
    name = options_name(base.op)
    for field, value in vars(getattr(schema, name + "T")()).items() if name else ():
        if field == "fusedActivationFunction":
            yield from ((f"{field} {other}", field, other) for other in _ACTIVATIONS)
        elif field == "quantizedBiasType":
            yield from ((f"{field} {other}", field, other) for other in ("INT32", "INT64", "FLOAT32"))
        elif isinstance(value, bool):
            yield f"{field} turned round", field, not base.case["params"].get(field, value)
