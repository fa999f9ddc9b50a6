"""What the cases of quantized signatures cover on the CPU: zero points at both ends of the type and in its middle, and scales of
channels over eight orders of magnitude. The records say which operands may have them.
"""

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
# (operator, signature, type): why its operands do not have every zero point in its cases.
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


def quantized_signatures():
    for op, record in opset.records().items():
        if record["is_custom"] or not record["types"]:
            continue
        for signature in record["types"]:
            if any(operand["scaling"] not in _SILENT for operand in [*signature["inputs"], *signature["outputs"]]):
                yield pytest.param(op, signature, id=f"{op}-{signature['name']}")


def cases_of(op, signature):
    """The cases whose first fitting signature it is, the nodes of sweeps as one each."""
    stem = opset.records()[op]["stem"]
    cases = [case for case in case_files.load(stem)[1] if not case.get("error")]
    cases += [node for case in sweeps.cases(case_files.content_of(stem)) for node in case["nodes"]]
    rows = opset.records()[op]["types"]
    return [case for case in cases if next((row for row in rows if fits(row, case)), None) is signature]


def fits(signature, case):
    states_scales = any(o["scaling"] not in _SILENT for o in [*signature["inputs"], *signature["outputs"]])
    tensors = [(entry["type"], entry.get("quantization")) if entry else None for entry in case["inputs"]]
    results = [(dtype, case.get("output_quantization")) for dtype in case_models.output_types(case)]
    element = []
    for operands, found in ((signature["inputs"], tensors), (signature["outputs"], results)):
        for index, tensor in enumerate(found):
            operand = operands[min(index, len(operands) - 1)]
            if tensor is not None and not _takes(signature, operand, tensor, element, states_scales):
                return False
    return True


def _takes(signature, operand, tensor, element, states_scales):
    """`element`: the type that T stands for, once it is known."""
    dtype, quantization = tensor
    types = operand["types"]
    if types == ["T"]:
        types = element or signature["element"]
        element[:] = [dtype]
    return dtype in types and _scaling_fits(signature, operand["scaling"], quantization, states_scales)


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
        widest = max(float(np.max(of_one) / np.min(of_one)) for of_one in scales)
        assert widest >= ORDERS, f"{op}, {signature['name']}: scales of a case differ by {widest:g} at most"


def test_what_is_left_out_is_there():
    for op, name, dtype in LEFT_OUT:
        signature = next(row for row in opset.records()[op]["types"] if row["name"] == name)
        assert any(dtype in operand["types"] or dtype in signature["element"] for operand in signature["inputs"])
