#!/usr/bin/env python3
"""Writes the C++ interface of one compute shader from its SPIR-V.

The host never repeats what SPIR-V knows: specialization constants, the push constant block and the
bindings become a Spec, a Push and a Bindings struct, so that a mismatch is a compile error. Names come
from the unoptimised module; the optimised one, without names, is what gets embedded.
"""
import argparse
import struct
from pathlib import Path

# SPIR-V 1.3 specification: opcodes (3.32), decorations (3.20), storage classes (3.7).
OP_NAME, OP_MEMBER_NAME = 5, 6
OP_TYPE_INT, OP_TYPE_FLOAT, OP_TYPE_VECTOR, OP_TYPE_STRUCT, OP_TYPE_POINTER = 21, 22, 23, 30, 32
OP_SPEC_CONSTANT_TRUE, OP_SPEC_CONSTANT_FALSE, OP_SPEC_CONSTANT = 48, 49, 50
OP_VARIABLE, OP_DECORATE, OP_MEMBER_DECORATE = 59, 71, 72
SPEC_ID, NON_WRITABLE, NON_READABLE, BINDING, OFFSET = 1, 24, 25, 33, 35
PUSH_CONSTANT, STORAGE_BUFFER = 9, 12
LOCAL_SIZE_NAMES = {0: "kLocalSizeX", 1: "kLocalSizeY", 2: "kLocalSizeZ"}
CPP_TYPES = {"uint": "uint32_t", "int": "int32_t", "float": "float"}


class Module:
    """The few facts of a SPIR-V module that the interface needs."""

    def __init__(self, words):
        self.names, self.member_names = {}, {}
        self.decorations, self.member_decorations = {}, {}
        self.types, self.pointers, self.structs = {}, {}, {}
        self.spec_constants, self.variables = [], []
        position = 5
        while position < len(words):
            count, opcode = words[position] >> 16, words[position] & 0xFFFF
            self._read(opcode, words[position + 1:position + count])
            position += count

    def _read(self, opcode, args):
        if opcode == OP_NAME:
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
        elif opcode == OP_TYPE_STRUCT:
            self.structs[args[0]] = args[1:]
        elif opcode == OP_TYPE_POINTER:
            self.pointers[args[0]] = args[2]
        elif opcode in (OP_SPEC_CONSTANT_TRUE, OP_SPEC_CONSTANT_FALSE):
            self.spec_constants.append((args[1], "bool", int(opcode == OP_SPEC_CONSTANT_TRUE)))
        elif opcode == OP_SPEC_CONSTANT:
            self.spec_constants.append((args[1], self.types[args[0]], args[2]))
        elif opcode == OP_VARIABLE:
            self.variables.append((args[1], self.pointers[args[0]], args[2]))


def text(words):
    data = b"".join(struct.pack("<I", word) for word in words)
    return data.split(b"\0", 1)[0].decode()


def read_words(path):
    data = Path(path).read_bytes()
    return struct.unpack(f"<{len(data) // 4}I", data)


def spec_fields(module):
    """(constant_id, C++ type, name, default) of every specialization constant, by id."""
    fields = []
    for result, kind, bits in module.spec_constants:
        constant_id = module.decorations[result, SPEC_ID]
        name = LOCAL_SIZE_NAMES.get(constant_id) or module.names[result]
        if kind == "float":
            default = repr(struct.unpack("<f", struct.pack("<I", bits))[0]) + "F"
        else:
            default = str(struct.unpack("<i", struct.pack("<I", bits))[0]) if kind == "int" else f"{bits}U"
        fields.append((constant_id, CPP_TYPES.get(kind, "uint32_t"), name, default))
    return sorted(fields)


def push_fields(module):
    """(offset, C++ type, name) of the push constant block's members, which are 32-bit scalars."""
    for _, struct_id, storage in module.variables:
        if storage == PUSH_CONSTANT:
            return [(module.member_decorations[struct_id, index, OFFSET], CPP_TYPES[module.types[member]],
                     module.member_names[struct_id, index])
                    for index, member in enumerate(module.structs[struct_id])]
    return []


def bindings(module):
    """(name, access) by binding. Blocks that share a binding (a scalar and a vector view) are one."""
    found = {}
    for variable, struct_id, storage in module.variables:
        if storage != STORAGE_BUFFER:
            continue
        binding = module.decorations[variable, BINDING]
        name = module.member_names[struct_id, 0].removesuffix("_v4")
        readable = (struct_id, 0, NON_READABLE) not in module.member_decorations
        writable = (struct_id, 0, NON_WRITABLE) not in module.member_decorations
        _, was_readable, was_writable = found.get(binding, (name, False, False))
        found[binding] = (name, readable or was_readable, writable or was_writable)
    if sorted(found) != list(range(len(found))):
        raise SystemExit(f"bindings are not numbered from 0 without gaps: {sorted(found)}")
    access = {(True, False): "kRead", (False, True): "kWrite", (True, True): "kReadWrite"}
    return [(found[i][0], access[found[i][1], found[i][2]]) for i in range(len(found))]


def header(stem, class_name, spec, push, bound):
    lines = [f"// Generated from shaders/{stem}.comp by tools/build/embed_shader.py.", "#pragma once", "",
             "#include <cstddef>", "#include <cstdint>", "#include <vector>", "",
             '#include "runtime/graph/gpu_graph.h"', "", "namespace litevk::shaders {", "",
             f"struct {class_name} {{", "  struct Spec {"]
    lines += [f"    {kind} {name} = {default};  // constant_id {i}" for i, kind, name, default in spec]
    lines += ["  };", "  struct Push {"]
    lines += [f"    {kind} {name} = 0;" for _, kind, name in push]
    lines += ["  };", "  struct Bindings {"]
    lines += [f"    gpu::TensorId {name} = gpu::kNoTensor;" for name, _ in bound]
    lines += [f"    std::vector<gpu::TensorId> List() const {{ return {{{', '.join(n for n, _ in bound)}}}; }}",
              "  };", "  static const gpu::ShaderInfo kInfo;", "};"]
    lines += [f"static_assert(offsetof({class_name}::Push, {name}) == {offset});" for offset, _, name in push]
    return "\n".join(lines + ["", "}  // namespace litevk::shaders", ""])


def source(stem, class_name, spec, push, bound, words):
    push_bytes = push[-1][0] + 4 if push else 0
    rows = [", ".join(f"0x{w:08x}" for w in words[i:i + 10]) for i in range(0, len(words), 10)]
    lines = [f"// Generated from shaders/{stem}.comp by tools/build/embed_shader.py.",
             f'#include "shaders/{stem}.h"', "", "namespace litevk::shaders {", "namespace {", "",
             "constexpr uint32_t kSpirv[] = {", "    " + ",\n    ".join(rows) + "};"]
    lines += [f"constexpr uint32_t kSpecIds[] = {{{', '.join(str(i) for i, *_ in spec)}}};",
              "constexpr gpu::BindingInfo kBindings[] = {"]
    lines += [f'    {{"{name}", gpu::Access::{access}}},' for name, access in bound]
    lines += ["};", "", "}  // namespace", "",
              f'const gpu::ShaderInfo {class_name}::kInfo = {{"{stem}", kSpirv, kSpecIds, kBindings, {push_bytes}}};',
              "", "}  // namespace litevk::shaders", ""]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for flag in ("--stem", "--reflect", "--embed", "--header", "--source"):
        parser.add_argument(flag, required=True)
    args = parser.parse_args()
    module = Module(read_words(args.reflect))
    class_name = "".join(part.capitalize() for part in args.stem.split("_"))
    interface = spec_fields(module), push_fields(module), bindings(module)
    Path(args.header).write_text(header(args.stem, class_name, *interface))
    Path(args.source).write_text(source(args.stem, class_name, *interface, read_words(args.embed)))


if __name__ == "__main__":
    main()
