"""Checks that the cases of quantized signatures cover the extremes on the CPU. These are zero points at both ends of the type
and in its middle, and scales of channels over eight orders of magnitude. Also tensors of one element and of none, odd
channels, batches, and outputs at both ends of their type. The records say which operands may have them.
"""

import math
import pathlib

import numpy as np
import pytest

import case_files
import case_models
import opset
import sweeps

LIMITS = {"int8": (-128, 127), "uint8": (0, 255), "int16": (-32768, 32767)}
_ANY = {"of_products", "like_products", "unread"}
_SILENT = {"unstated", "plain"}
ORDERS = 1e8
# Channels with smaller scales hold zeros only.
LEAST = 1e-20
# Reasons why cases lack some zero points of the operands, keyed by (operator, signature, type).
LEFT_OUT = {
    ("DIV", "int16", "int16"): "no number of a divisor may be its zero point, and TFLite's int16 has one of 0",
    ("EQUAL", "quantized", "int16"): "converters give int16 zero points of 0",
    ("NOT_EQUAL", "quantized", "int16"): "the same",
    ("PRELU", "int16xint8", "int16"): "the same",
    ("PRELU", "int16xint8", "int8"): "slopes beside int16 have zero points of 0",
    ("MUL", "8 bits", "int8"): "products of numbers below both zero points are one number where the output has the highest one too",
    ("MUL", "8 bits", "uint8"): "the same",
    ("SUM", "int8", "int8"): "TFLite's kernel is wrong, and the goldens are written by hand",
}
_CRASHES = "TFLite ends the process"
_BLOCKS = "blocks have several columns, and TFLite takes an odd number of columns for zeros"
# Reasons why a kind of case is missing, keyed by (operator, signature, the missing kind).
SHAPES_LEFT_OUT = {
    ("EMBEDDING_LOOKUP", "dequantized in blocks", "one element"): _BLOCKS,
    ("EMBEDDING_LOOKUP", "dequantized in blocks", "odd channels"): _BLOCKS,
    ("FULLY_CONNECTED", "float32xint4 in blocks", "one element"): _BLOCKS,
    ("FULLY_CONNECTED", "float32xint4 in blocks", "odd channels"): _BLOCKS,
    ("FULLY_CONNECTED", "float32xint2 in blocks", "one element"): _BLOCKS,
    ("FULLY_CONNECTED", "float32xint2 in blocks", "odd channels"): _BLOCKS,
    ("BATCH_MATMUL", "float32xint8 transposed", "one element"): "one scale is as good for one signature as for the other",
    ("LSTM", "uint8", "one element"): "the weights have a column for the input and one for the output",
    ("SVDF", "float32xint8", "no element"): _CRASHES,
    ("SVDF", "float32xuint8", "no element"): _CRASHES,
    ("TRANSPOSE_CONV", "float32xint8", "no element"): "TFLite refuses a batch of none",
}
_ABOVE = "no result is below the zero point, which is 0"
# Reasons why no result reaches an end of the type, keyed by (operator, signature, type, end).
ENDS_LEFT_OUT = {
    ("ABS", "int16", "int16", "lowest"): _ABOVE,
    ("GELU", "int16", "int16", "lowest"): "the least result is -0.17 and TFLite takes one scale for both sides",
    ("LOGISTIC", "int16", "int16", "lowest"): _ABOVE,
    ("RELU", "int16", "int16", "lowest"): _ABOVE,
    ("RELU6", "int16", "int16", "lowest"): _ABOVE,
    ("RSQRT", "int16", "int16", "lowest"): _ABOVE,
    ("SOFTMAX", "int16", "int16", "lowest"): _ABOVE,
    ("SQRT", "int16", "int16", "lowest"): _ABOVE,
    ("TANH", "int16", "int16", "lowest"): "TFLite's largest magnitude is 32,767",
}


def quantized_signatures():
    for op, record in opset.records().items():
        if record["is_custom"] or not record["types"]:
            continue
        for signature in record["types"]:
            if any(operand["scaling"] not in _SILENT for operand in [*signature["inputs"], *signature["outputs"]]):
                yield pytest.param(op, signature, id=f"{op}-{signature['name']}")


def cases_of(op, signature):
    """The cases for which this is the first fitting signature. Each node of a sweep counts as a case."""
    stem = opset.records()[op]["stem"]
    cases = [case for case in case_files.load(stem)[1] if not case.get("error")]
    cases += [node for case in sweeps.cases(case_files.content_of(stem)) for node in case["nodes"]]
    rows = opset.records()[op]["types"]
    return [case for case in cases if next((row for row in rows if fits(row, case)), None) is signature]


def fits(signature, case):
    states_scales = any(o["scaling"] not in _SILENT for o in [*signature["inputs"], *signature["outputs"]])
    tensors = [(entry["type"], entry.get("quantization"), len(entry["shape"])) if entry else None for entry in case["inputs"]]
    results = [(dtype, case.get("output_quantization"), None) for dtype in case_models.output_types(case)]
    element = []
    for operands, found in ((signature["inputs"], tensors), (signature["outputs"], results)):
        for index, tensor in enumerate(found):
            operand = operands[min(index, len(operands) - 1)]
            if tensor is not None and not _takes(signature, operand, tensor, element, states_scales):
                return False
    return True


def _takes(signature, operand, tensor, element, states_scales):
    """True if the operand takes the tensor. `element` is the type that T stands for, once it is known."""
    dtype, quantization, rank = tensor
    types = operand["types"]
    if types == ["T"]:
        types = list(element) or signature["element"]
        element[:] = [dtype]
    return dtype in types and _scaling_fits(signature, operand["scaling"], quantization, states_scales) and _axis_fits(operand, quantization, rank)


def _axis_fits(operand, quantization, rank):
    """True if the channels' axis is the operand's. An axis below 0 counts from the last one."""
    if "axis" not in operand or quantization is None or np.size(quantization["scale"]) == 1:
        return True
    return operand["axis"] % rank == quantization.get("axis", 0)


def _scaling_fits(signature, scaling, quantization, states_scales):
    if scaling == "unstated":
        return quantization is None or states_scales or signature["quantized"] != "refused"
    if scaling in _ANY:
        return True
    if quantization is None or scaling == "plain":
        return quantization is None and scaling == "plain"
    if scaling == "per_block" or "block_size" in quantization:
        return scaling == "per_block" and "block_size" in quantization
    return scaling in ("per_channel", "per_tensor_or_channel") or np.size(quantization["scale"]) == 1


@pytest.mark.parametrize("op, signature", quantized_signatures())
def test_zero_points(op, signature):
    cases, missing = cases_of(op, signature), []
    for index, operand in enumerate(signature["inputs"]):
        if operand["scaling"] != "per_tensor":
            continue
        for dtype in signature["element"] if operand["types"] == ["T"] else operand["types"]:
            if dtype in LIMITS and (op, signature["name"], dtype) not in LEFT_OUT:
                wanted = {LIMITS[dtype][0], (sum(LIMITS[dtype]) + 1) // 2, LIMITS[dtype][1]}
                missing += [f"input {index} of {dtype} with {point}" for point in wanted - zero_points(cases, index, dtype)]
    assert not missing, f"{op}, {signature['types']}: no case of " + ", ".join(missing)


def zero_points(cases, index, dtype):
    entries = [case["inputs"][index] for case in cases if index < len(case["inputs"]) and case["inputs"][index] is not None]
    known = [entry["quantization"] for entry in entries if entry["type"] == dtype and "quantization" in entry]
    return {int(point) for quantization in known for point in np.atleast_1d(quantization["zero_point"])}


@pytest.mark.parametrize("op", ["CONV_2D", "DEPTHWISE_CONV_2D", "FULLY_CONNECTED", "TRANSPOSE_CONV"])
def test_scales_of_channels(op):
    for signature in opset.records()[op]["types"]:
        if "channel" not in signature["inputs"][1]["scaling"]:
            continue
        weights = [case["inputs"][1] for case in cases_of(op, signature)]
        scales = [np.atleast_1d(entry["quantization"]["scale"]) for entry in weights]
        # Channels of zeros do not count here; they have cases of their own.
        living = [of_one[of_one > LEAST] for of_one in scales if of_one.max() > LEAST]
        assert any(of_one.min() == 0 for of_one in scales), f"{op}, {signature['name']}: no scale of a case is 0"
        widest = max(float(np.max(of_one) / np.min(of_one)) for of_one in living)
        assert widest >= ORDERS, f"{op}, {signature['name']}: scales of a case differ by {widest:g} at most"


def data_shapes(case):
    """The shapes of data operands. Integers without quantization are indices or sizes, and are left out."""
    return [entry["shape"] for entry in case["inputs"] if entry and (entry["type"] not in ("int32", "int64") or "quantization" in entry)]


def largest(case):
    return max(data_shapes(case), key=lambda shape: (len(shape), math.prod(shape)), default=[])


SHAPES = {
    "one element": lambda case: data_shapes(case) and all(math.prod(shape) == 1 for shape in data_shapes(case)),
    "no element": lambda case: any(0 in entry["shape"] for entry in case["inputs"] if entry),
    "odd channels": lambda case: largest(case) and largest(case)[-1] % 2 == 1 and largest(case)[-1] > 1,
    "batches": lambda case: len(largest(case)) > 1 and largest(case)[0] > 1,
}


@pytest.mark.parametrize("op, signature", quantized_signatures())
def test_shapes(op, signature):
    cases = cases_of(op, signature)
    wanted = [name for name in SHAPES if (op, signature["name"], name) not in SHAPES_LEFT_OUT]
    missing = [name for name in wanted if not any(SHAPES[name](case) for case in cases)]
    assert not missing, f"{op}, {signature['types']}: no case of " + ", ".join(missing)


@pytest.mark.parametrize("op, signature", quantized_signatures())
def test_saturated_outputs(request, op, signature):
    folder = pathlib.Path(request.config.getoption("--cases")) / opset.records()[op]["stem"]
    reached, missing = ends_of(folder, cases_of(op, signature)), []
    for dtype, integers in reached.items():
        for end, number in zip(("lowest", "highest"), LIMITS[dtype]):
            if number not in integers and (op, signature["name"], dtype, end) not in ENDS_LEFT_OUT:
                missing.append(f"the {end} {dtype}")
    assert not missing, f"{op}, {signature['types']}: no case that gives " + ", ".join(missing)


def ends_of(folder, cases):
    """The least and the greatest integers of the golden outputs, keyed by type."""
    found = {}
    for case in cases:
        for number, dtype in enumerate(case_models.output_types(case)):
            for path in (folder / case["name"]).glob(f"run*/output_{number}.npy") if dtype in LIMITS else ():
                values = np.load(path)
                if values.size:
                    found.setdefault(dtype, set()).update((int(values.min()), int(values.max())))
    return found


def test_what_is_left_out_is_there():
    for op, name, dtype in LEFT_OUT:
        signature = next(row for row in opset.records()[op]["types"] if row["name"] == name)
        assert any(dtype in operand["types"] or dtype in signature["element"] for operand in signature["inputs"])
