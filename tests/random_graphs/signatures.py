"""What the GPU takes of quantized tensors, as litevk-print-opset prints it."""

import functools

import opset


@functools.cache
def moved_types(op):
    """Returns the types of the quantized tensors that the operator moves or selects unread."""
    return tuple(dict.fromkeys(dtype for signature in _signatures(op) for dtype in signature["moves_quantized"]))


@functools.cache
def integer_signatures(op):
    """Returns the signatures that compute in integers: every operand states its types and scales."""
    return [signature for signature in _signatures(op) if signature["inputs"][0]["scaling"] == "per_tensor"]


def _signatures(op):
    return opset.records().get(op, {}).get("gpu", [])
