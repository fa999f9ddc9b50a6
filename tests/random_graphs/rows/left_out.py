"""Operators and types of quantized tensors that no graph has."""

_STATES = "keeps a state from one run to the next, which a graph's runs would have to share"
_BITS = "reads bits, whatever a scale makes of them: graphs of tensors without one have it"
# Operators whose signatures state scales and that no row chooses, with the reasons; only their cases test them.
OPERATORS = {
    "BITWISE_XOR": _BITS,
    "RIGHT_SHIFT": _BITS,
    "BIDIRECTIONAL_SEQUENCE_LSTM": _STATES,
    "BIDIRECTIONAL_SEQUENCE_RNN": _STATES,
    "LSTM": _STATES,
    "RNN": _STATES,
    "SVDF": _STATES,
    "UNIDIRECTIONAL_SEQUENCE_LSTM": _STATES,
    "UNIDIRECTIONAL_SEQUENCE_RNN": _STATES,
    "TFLite_Detection_PostProcess": "a custom operator of the interpreter's own, whose places of boxes follow from all scores",
}
# Types whose reference kernels are wrong, or compute in floats (docs/NUMERICS.md).
TYPES = {
    # The kernel reads the integers as unsigned bytes.
    "SUM": ("int8", "int16"),
    # Another compiler's hyperbolic tangent may change an entry of the kernel's table by a step.
    "GELU": ("int16",),
}


def taken(op, signatures):
    """The signatures without the types that are left out."""
    left = [_without(signature, TYPES.get(op, ())) for signature in signatures]
    return [signature for signature in left if signature["inputs"][0]["types"]]


def _without(signature, left_out):
    def narrowed(operand):
        return {**operand, "types": [dtype for dtype in operand["types"] if dtype not in left_out]}

    return {**signature, **{side: [narrowed(operand) for operand in signature[side]] for side in ("inputs", "outputs")}}
