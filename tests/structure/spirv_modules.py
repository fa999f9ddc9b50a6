"""Reads SPIR-V modules for costly requests to compilers: loops to unroll, and vector components with a dynamic index.

`value[i]` of a vector is an OpVectorExtractDynamic, an OpVectorInsertDynamic, or an OpAccessChain that ends in a vector.
A component index counts as constant if it is a constant or a specialization constant of the module. Both are constants
before any driver sees them (runtime/graph/specialize.h).
"""
import struct
from pathlib import Path

OP_NAMES = {65: "OpAccessChain", 66: "OpInBoundsAccessChain", 77: "OpVectorExtractDynamic", 78: "OpVectorInsertDynamic"}
OP_TYPE_VECTOR, OP_TYPE_MATRIX, OP_TYPE_ARRAY, OP_TYPE_RUNTIME_ARRAY = 23, 24, 28, 29
OP_TYPE_STRUCT, OP_TYPE_POINTER, OP_CONSTANT, OP_VARIABLE = 30, 32, 43, 59
OP_FUNCTION_PARAMETER, OP_FUNCTION, OP_SPEC_CONSTANT, OP_SPEC_CONSTANT_OP = 55, 54, 50, 52
OP_LOOP_MERGE, LOOP_CONTROLS = 246, {0: "None", 1: "Unroll", 2: "DontUnroll"}


def instructions(path):
    """Yields (opcode, operands) of a module's instructions, in order."""
    data = Path(path).read_bytes()
    words = struct.unpack(f"<{len(data) // 4}I", data)
    at = 5  # after the header
    while at < len(words):
        count, opcode = words[at] >> 16, words[at] & 0xFFFF
        yield opcode, words[at + 1:at + count]
        at += count


class Finder:
    def __init__(self):
        self.kinds = {}  # type id: (opcode, operands)
        self.constants = {}  # id: first word of the value
        self.pointers = {}  # id of a variable, a parameter or a chain: id of its pointer type
        self.function, self.findings = None, []

    def read(self, opcode, args):
        if OP_TYPE_VECTOR <= opcode <= OP_TYPE_POINTER:
            self.kinds[args[0]] = opcode, args[1:]
        elif opcode in (OP_CONSTANT, OP_SPEC_CONSTANT, OP_SPEC_CONSTANT_OP):
            self.constants[args[1]] = args[2]
        elif opcode in (OP_VARIABLE, OP_FUNCTION_PARAMETER):
            self.pointers[args[1]] = args[0]
        elif opcode == OP_FUNCTION:
            self.function = args[1]
        elif opcode in OP_NAMES:
            self.pointers[args[1]] = args[0]
            if self.is_dynamic(opcode, args):
                self.findings.append(f"{OP_NAMES[opcode]} %{args[1]} in function %{self.function}")

    def is_dynamic(self, opcode, args):
        if OP_NAMES[opcode].startswith("OpVector"):
            return args[-1] not in self.constants
        _, (_, within) = self.kinds[self.pointers[args[2]]]
        for index in args[3:]:
            kind, operands = self.kinds[within]
            if kind == OP_TYPE_VECTOR:
                return index not in self.constants
            within = operands[self.constants[index]] if kind == OP_TYPE_STRUCT else operands[0]
        return False


def dynamic_components(path):
    """A sentence for each component index of the module that is not constant."""
    finder = Finder()
    for opcode, args in instructions(path):
        finder.read(opcode, args)
    return finder.findings


def loop_controls(path):
    """The unroll request of each loop of the module: "None", "Unroll" or "DontUnroll"."""
    return [LOOP_CONTROLS[args[2] & 3] for opcode, args in instructions(path) if opcode == OP_LOOP_MERGE]
