"""Reads the parts of a SPIR-V module from which a shader's interface is made: names, types, constants and variables."""
import struct
from pathlib import Path

# SPIR-V 1.3 specification: opcodes (3.32), decorations (3.20), storage classes (3.7).
OP_NAME, OP_MEMBER_NAME, OP_CAPABILITY = 5, 6, 17
OP_TYPE_INT, OP_TYPE_FLOAT, OP_TYPE_VECTOR, OP_TYPE_IMAGE, OP_TYPE_ARRAY, OP_TYPE_RUNTIME_ARRAY = 21, 22, 23, 25, 28, 29
OP_TYPE_STRUCT, OP_TYPE_POINTER, OP_CONSTANT = 30, 32, 43
OP_SPEC_CONSTANT_TRUE, OP_SPEC_CONSTANT_FALSE, OP_SPEC_CONSTANT = 48, 49, 50
OP_VARIABLE, OP_DECORATE, OP_MEMBER_DECORATE, OP_LOOP_MERGE = 59, 71, 72, 246
UNROLL = 1  # bit of a loop control (3.23)
SPEC_ID, ARRAY_STRIDE, NON_WRITABLE, NON_READABLE, BINDING, OFFSET = 1, 6, 24, 25, 33, 35
UNIFORM_CONSTANT, PUSH_CONSTANT, STORAGE_BUFFER = 0, 9, 12


class Module:
    """The few facts of a SPIR-V module that the interface needs."""

    def __init__(self, words):
        self.names, self.member_names = {}, {}
        self.decorations, self.member_decorations = {}, {}
        self.types, self.pointers, self.structs, self.image_formats = {}, {}, {}, {}
        self.arrays, self.constants = {}, {}
        self.spec_constants, self.variables, self.capabilities = [], [], []
        self.has_loops = False  # True if a loop does not ask the driver to unroll it
        position = 5
        while position < len(words):
            count, opcode = words[position] >> 16, words[position] & 0xFFFF
            self._read(opcode, words[position + 1:position + count])
            position += count

    def _read(self, opcode, args):
        if opcode == OP_CAPABILITY:
            self.capabilities.append(args[0])
        elif opcode == OP_NAME:
            self.names[args[0]] = text(args[1:])
        elif opcode == OP_MEMBER_NAME:
            self.member_names[args[0], args[1]] = text(args[2:])
        elif opcode == OP_DECORATE:
            self.decorations[args[0], args[1]] = args[2] if len(args) > 2 else True
        elif opcode == OP_MEMBER_DECORATE:
            self.member_decorations[args[0], args[1], args[2]] = args[3] if len(args) > 3 else True
        elif opcode == OP_TYPE_INT:
            self.types[args[0]] = "int" if args[2] else "uint"
        elif opcode == OP_TYPE_FLOAT:
            self.types[args[0]] = "float"
        elif opcode == OP_TYPE_VECTOR and self.types.get(args[1]) == "uint":
            self.types[args[0]] = f"uvec{args[2]}"
        elif opcode == OP_TYPE_IMAGE:
            self.image_formats[args[0]] = args[7]
        elif opcode == OP_TYPE_ARRAY:
            self.arrays[args[0]] = args[1], args[2]
        elif opcode == OP_TYPE_RUNTIME_ARRAY:
            self.types[args[0]] = self.types.get(args[1], "other") + "[]"
        elif opcode == OP_CONSTANT:
            self.constants[args[1]] = args[2]
        elif opcode == OP_TYPE_STRUCT:
            self.structs[args[0]] = args[1:]
        elif opcode == OP_TYPE_POINTER:
            self.pointers[args[0]] = args[2]
        elif opcode in (OP_SPEC_CONSTANT_TRUE, OP_SPEC_CONSTANT_FALSE):
            self.spec_constants.append((args[1], "bool", int(opcode == OP_SPEC_CONSTANT_TRUE)))
        elif opcode == OP_SPEC_CONSTANT:
            self.spec_constants.append((args[1], self.types[args[0]], args[2]))
        elif opcode == OP_LOOP_MERGE:
            self.has_loops = self.has_loops or not args[2] & UNROLL
        elif opcode == OP_VARIABLE:
            self.variables.append((args[1], self.pointers[args[0]], args[2]))


def text(words):
    data = b"".join(struct.pack("<I", word) for word in words)
    return data.split(b"\0", 1)[0].decode()


def read_words(path):
    data = Path(path).read_bytes()
    return struct.unpack(f"<{len(data) // 4}I", data)
