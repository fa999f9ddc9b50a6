"""The signatures that the GPU takes, as litevk-print-opset prints them (tools/opset/gpu_json.cc)."""

import dataclasses
import functools

import opset

MOST_RANK = 6
T = ("T",)


@dataclasses.dataclass(frozen=True)
class GpuSignature:
    """`element` names the types of T; `inputs` and `outputs` have a tuple of types for each operand, of which the last input
    repeats where `is_variadic`.
    """

    text: str
    inputs: tuple
    outputs: tuple
    element: tuple
    is_variadic: bool
    most_rank: int
    is_folded: bool
    states_scaling: bool

    def element_inputs(self, count):
        """Numbers of the inputs of type T among `count`; without a T, of the first one of the types that count."""
        named = [i for i in range(count) if self._operand(i) == T]
        return named or [next(i for i, types in enumerate(self.inputs) if self.types()[0] in types)]

    def takes(self, count):
        """True if the signature allows `count` inputs: optional ones come last."""
        return count <= len(self.inputs) or self.is_variadic

    def types(self):
        """Types that T stands for. Without a T, the types of the first input, unless the output has another input's type."""
        of_an_input = len(self.outputs[0]) == 1 and any(self.outputs[0][0] in operand for operand in self.inputs)
        return self.element or (self.outputs[0] if of_an_input and len(self.inputs[0]) == 1 else self.inputs[0])

    def _operand(self, index):
        return self.inputs[min(index, len(self.inputs) - 1)]


@functools.cache
def by_operator():
    """Lists of signatures, keyed by the names of the operators that the GPU has."""
    return {op: [_signature(entry) for entry in record["gpu"]] for op, record in opset.records().items() if record["gpu"]}


def needs_scale(op, dtype):
    """True if the operator takes tensors of the type only with a scale. Signatures whose result has the type too decide, if
    there are any."""
    found = [signature for signature in by_operator()[op] if dtype in signature.types()]
    alike = [signature for signature in found if signature.outputs[0] == T or dtype in signature.outputs[0]]
    return bool(found) and all(signature.states_scaling for signature in alike or found)


def _signature(entry):
    return GpuSignature(
        text=entry["text"],
        inputs=tuple(tuple(operand["types"]) for operand in entry["inputs"]),
        outputs=tuple(tuple(operand["types"]) for operand in entry["outputs"]),
        element=tuple(entry["element"]),
        is_variadic=entry["is_variadic"],
        most_rank=min(MOST_RANK, entry["most_dims"] or MOST_RANK),
        is_folded=not entry["is_dispatched"],
        states_scaling=any(operand["scaling"] not in ("unstated", "unread") for operand in entry["inputs"]),
    )
