"""The signatures of quantized tensors that a subject takes, as litevk-print-opset prints them."""

import functools

import opset

# The takers: the GPU's kernels, or the CPU with all signatures.
GPU, CPU = "gpu", "types"
BYTES = ("int8", "uint8", "int16")
_SILENT = {"unstated", "plain"}


@functools.cache
def moved_types(op, taker=GPU):
    """Returns the types of the quantized tensors that the operator moves or selects unread."""
    return tuple(dict.fromkeys(dtype for signature in _signatures(op, taker) for dtype in _moved(signature)))


@functools.cache
def stating_scales(op, taker=GPU):
    """Returns the signatures whose operands state scales with which the operator computes."""
    found = [signature for signature in _signatures(op, taker) if _states_scales(signature)]
    return [_with_types_of_t(signature) for signature in found]


@functools.cache
def converting(op, taker=GPU):
    """Returns the signatures that convert the quantization itself, such as those of QUANTIZE."""
    found = [signature for signature in _signatures(op, taker) if signature.get("quantized") == "converted"]
    return [_with_types_of_t(signature) for signature in found if _has_integers(signature)]


def operands_of(signature):
    return [*signature["inputs"], *signature["outputs"]]


def _signatures(op, taker):
    return opset.records().get(op, {}).get(taker, [])


def _moved(signature):
    if "moves_quantized" in signature:
        return signature["moves_quantized"]
    if signature["quantized"] not in ("moved", "moved alike"):
        return []
    types = signature["outputs"][0]["types"] if signature["outputs"] else []
    return [dtype for dtype in (signature["element"] or types) if dtype in BYTES]


def _has_integers(signature):
    return any("int" in dtype for operand in operands_of(signature) for dtype in operand["types"])


def _states_scales(signature):
    return any(operand["scaling"] not in _SILENT for operand in operands_of(signature))


def _with_types_of_t(signature):
    """The signature with the types' names in place of "T", which stands for one type in all operands."""

    def named(operand):
        return {**operand, "types": signature["element"], "is_t": True} if operand["types"] == ["T"] else operand

    return {**signature, **{side: [named(operand) for operand in signature[side]] for side in ("inputs", "outputs")}}
