"""The signatures that the GPU takes, as docs/SUPPORTED_OPS.md has them, which a test holds against the code."""

import dataclasses
import functools
import pathlib
import re

MOST_RANK = 6
_PAGE = pathlib.Path(__file__).resolve().parents[3] / "docs" / "SUPPORTED_OPS.md"
_SIGNATURE = re.compile(r"^- GPU: ((?:[^>\n]+ )?-> .*)$", re.M)
_MOST_DIMS = re.compile(r"inputs have at most (\d+) dims")


@dataclasses.dataclass(frozen=True)
class GpuSignature:
    """`element` names the types of T; `inputs` and `outputs` the types of each operand, of which the last may be "..."."""

    text: str
    inputs: tuple
    outputs: tuple
    element: tuple
    most_rank: int
    is_folded: bool

    def element_inputs(self, count):
        """Of `count` inputs, those of type T; of a signature without a T the first one of the types that count."""
        named = [i for i in range(count) if self._operand(i) == ("T",)]
        return named or [next(i for i in range(len(self.inputs)) if self.types()[0] in self._operand(i))]

    def takes(self, count):
        """Whether there may be so many inputs: those that may be absent stand last."""
        return count <= len(self.inputs) or self.inputs[-1] == ("...",)

    def types(self):
        """Those that T stands for; without a T, of the first input, unless the output has the type of another one."""
        of_an_input = len(self.outputs[0]) == 1 and any(self.outputs[0][0] in operand for operand in self.inputs)
        return self.element or (self.outputs[0] if of_an_input and len(self.inputs[0]) == 1 else self.inputs[0])

    def _operand(self, index):
        at = min(index, len(self.inputs) - 1)
        return self.inputs[at - 1] if self.inputs[at] == ("...",) else self.inputs[at]


@functools.cache
def by_operator():
    sections = _PAGE.read_text().split("\n### ")[1:]
    found = {}
    for section in sections:
        signatures = [_parsed(text, section) for text in _SIGNATURE.findall(section)]
        if signatures:
            found[section.split("\n", 1)[0]] = signatures
    return found


def _parsed(text, section):
    head, *notes = (part.strip() for part in text.split(";"))
    inputs, outputs = (tuple(map(_operand, side.split(","))) for side in head.split("->"))
    element = next((note[2:] for note in notes if note.startswith("T:")), "")
    most_dims = _MOST_DIMS.search(text)
    return GpuSignature(
        text=text,
        inputs=inputs,
        outputs=outputs,
        element=tuple(name.strip() for name in element.split(",")) if element else (),
        most_rank=min(MOST_RANK, int(most_dims[1])) if most_dims else MOST_RANK,
        is_folded="no dispatch does" in section or "constants are unpacked" in text,
    )


def _operand(text):
    """("float32",), ("int32", "int64"), ("T",), ("...",): without what is said of its quantization."""
    return tuple(option.split()[0] for option in text.split("|"))
