#!/usr/bin/env python3
"""Writes the C++ interface of one compute shader from its SPIR-V.

The interface comes from SPIR-V, so that a mismatch with the host is a compile error. Its structs Spec, Push and
Bindings have the specialization constants, the push constant block and the bindings. Names come from the unoptimised
module; the optimised one, without names, is embedded, deflated.

The variants of a shader are its source compiled with other macros, and share these structs. Each variant must have the
same constants, push members and binding names. The class has a table of all modules by their keys (gpu::Variant),
which follow from the macros.
"""
import argparse
import re
import struct
import zlib
from pathlib import Path

from shader_variants import keys_of, scope_of, variants_of
from shader_module import (
    ARRAY_STRIDE,
    BINDING,
    NON_READABLE,
    NON_WRITABLE,
    OFFSET,
    PUSH_CONSTANT,
    SPEC_ID,
    STORAGE_BUFFER,
    UNIFORM_CONSTANT,
    Module,
    read_words,
)

# Keyed by the image format (SPIR-V 3.11) of an image of dim Buffer: the kind of the binding. Without a format, it is fetched.
TEXEL_KINDS = {0: "kFetched4", 1: "kTexels4", 3: "kTexels1", 30: "kWordTexels4", 33: "kWordTexels1"}
LOCAL_SIZE_NAMES = {0: "kLocalSizeX", 1: "kLocalSizeY", 2: "kLocalSizeZ"}
CPP_TYPES = {"uint": "uint32_t", "int": "int32_t", "float": "float", "uvec2": "gpu::Divisor"}
FIELD_TYPES = {"uint32_t": "kUint", "int32_t": "kInt", "float": "kFloat", "gpu::Divisor": "kDivisor"}
BYTES = {"uint": 4, "int": 4, "float": 4, "uvec2": 8}
# The members of gpu::ShaderTraits, in its order, with the names that a shader declares for each: all of them or none. The
# prefixes push. and binding. mark members of the push constants and bindings.
TRAITS = {
    "has_epilogue": {"kEpilogueCount", "binding.epilogue_integers"}
    | {f"kEpilogue{part}{i}" for part in ("Op", "Operand", "Scalar") for i in range(6)}
    | {f"{part}{i}" for part in ("kEpilogueOuter", "kEpilogueInner", "kOperandAligned", "binding.epilogue") for i in range(3)},
    "has_fixed_point_steps": {"kStepFunction", "kHasTable", "kResultSign", "kOperandSign", "kStoresFloats"},
    "pushes_rows": {"push.row_integers"},
    "finds_result_rows": {"kResultRows", "kResultAligned"},
    "finds_binding_rows": {"kRow_result", "kPitch_result", "kFirst_result"},
    "converts_float16": {"kSourceFloat16", "kResultFloat16"},
    "pairs_stores": {"kPaired"},
}
# The second key of the shader without macros, if that shader converts float16.
FLOAT16_KEY = "{.precision = gpu::Precision::kFloat16}"
# Keyed by the type of a block's array: the permitted elements. A binding may be declared as several blocks.
ELEMENTS = {"uint[]": "kWord", "int[]": "kWord", "uvec4[]": "kWord", "uvec2[]": "kFloatOrHalf"}
# The line of a shader that promises a trait.
PROMISES = {"has_epilogue": '#include "common/epilogue.glsl"', "has_fixed_point_steps": '#include "common/integer_steps.glsl"', "pushes_rows": "#define ROWS_PUSH"}
# The least maxPushConstantsSize that Vulkan guarantees (specification, "Required Limits").
MAX_PUSH_BYTES = 128


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
    """(offset, C++ type, name, bytes) of the push constant block's members: 32-bit scalars, divisors as uvec2, and
    arrays of these."""
    for _, struct_id, storage in module.variables:
        if storage == PUSH_CONSTANT:
            return [(module.member_decorations[struct_id, index, OFFSET], *push_type(module, member),
                     module.member_names[struct_id, index])
                    for index, member in enumerate(module.structs[struct_id])]
    return []


def push_type(module, member):
    """The C++ type of a push constant and its bytes."""
    if member not in module.arrays:
        kind = module.types[member]
        return CPP_TYPES[kind], BYTES[kind]
    element, length = module.arrays[member]
    kind, count = module.types[element], module.constants[length]
    if module.decorations[member, ARRAY_STRIDE] != BYTES[kind]:
        raise SystemExit(f"an array of {kind} in the push constants is not dense")
    return f"std::array<{CPP_TYPES[kind]}, {count}>", count * BYTES[kind]


def push_size(push):
    """Bytes of the block, which every device can hold."""
    size = max((offset + count for offset, _, count, _ in push), default=0)
    if size > MAX_PUSH_BYTES:
        raise SystemExit(f"the push constants have {size} bytes, expected at most {MAX_PUSH_BYTES}")
    return size


def bindings(module):
    """(name, access, kind, permitted elements) by binding. Blocks that share a binding, such as a scalar and a vector view,
    are one entry."""
    found = {}
    for variable, type_id, storage in module.variables:
        if storage == STORAGE_BUFFER:
            name, owner, kind = re.sub("_(v4|v8|h4)$", "", module.member_names[type_id, 0]), type_id, "kStorage"
            element = ELEMENTS.get(module.types.get(module.structs[type_id][0]), "kFloat")
            can = [(owner, 0, lacks) not in module.member_decorations for lacks in (NON_READABLE, NON_WRITABLE)]
        elif storage == UNIFORM_CONSTANT:
            name, kind = module.names[variable], TEXEL_KINDS[module.image_formats[type_id]]
            element = "kWord" if kind.startswith("kWord") else "kFloat"
            can = [(variable, lacks) not in module.decorations for lacks in (NON_READABLE, NON_WRITABLE)]
            if kind == "kFetched4":
                can = [True, False]  # has no such decorations
        else:
            continue
        binding = module.decorations[variable, BINDING]
        _, was_readable, was_writable, _, before = found.get(binding, (name, False, False, kind, "kFloat"))
        element = element if before == "kFloat" else before
        found[binding] = (name, can[0] or was_readable, can[1] or was_writable, kind, element)
    if sorted(found) != list(range(len(found))):
        raise SystemExit(f"bindings are not numbered from 0 without gaps: {sorted(found)}")
    access = {(True, False): "kRead", (False, True): "kWrite", (True, True): "kReadWrite"}
    return [(name, access[readable, writable], kind, element)
            for _, (name, readable, writable, kind, element) in sorted(found.items())]


def iterations(stem, source, spec, push, has_loops):
    """Returns C++ for the largest number of iterations of all loops of an invocation together. A line of the shader states
    it, with names of Spec and Push: `// Iterations: kFilterH * (1 + Ceil(depth, kLanes))`."""
    found = re.search(r"^// Iterations: (.+)$", source, re.M)
    if found is None:
        if has_loops:
            raise SystemExit(f"{stem}: a loop that is not unrolled, and no line \"// Iterations: ...\" that bounds it")
        return "0"
    owners = {name: "spec" for *_, name, _ in spec} | {name: "push" for *_, name in push}
    functions = {"Ceil": "gpu::Ceil", "Log2": "gpu::Log2", "min": "std::min<uint64_t>"}

    def translated(name):
        if name in functions:
            return functions[name]
        if name not in owners:
            raise SystemExit(f"{stem}: the line of iterations names {name}, which is no constant of the shader")
        return f"uint64_t({owners[name]}.{name})"

    return re.sub(r"[A-Za-z_]\w*", lambda match: translated(match[0]), found[1])


def traits(stem, source, spec, push, bound):
    """Returns the names of the shader's traits. A trait that is declared in part, or promised and not declared, is an error:
    a name was changed in one file only."""
    declared = {name for *_, name, _ in spec} | {f"push.{name}" for *_, name in push} | {f"binding.{name}" for name, *_ in bound}
    found = []
    for trait, names in TRAITS.items():
        missing = names - declared
        is_meant = names & declared or PROMISES.get(trait, "\0") in source
        if missing and is_meant:
            raise SystemExit(f"{stem}: expected all names of {trait}, found none of {', '.join(sorted(missing))}")
        if not missing:
            found.append(trait)
    return found


def interface(module):
    return spec_fields(module), push_fields(module), bindings(module)


def header(path, class_name, spec, push, bound, has, module_count, walk):
    lines = [f"// Generated from shaders/{path}.comp by tools/build/embed_shader.py.", "#pragma once", "",
             "#include <algorithm>", "#include <array>", "#include <cstddef>", "#include <cstdint>", "#include <vector>", "",
             '#include "runtime/graph/divisor.h"', '#include "runtime/graph/gpu_graph.h"',
             '#include "runtime/graph/shader_traits.h"', '#include "runtime/graph/shader_variant.h"', "", "namespace litevk::shaders {", "",
             f"struct {class_name} {{", "  struct Spec {"]
    lines += [f"    {kind} {name} = {default};  // constant_id {i}" for i, kind, name, default in spec]
    lines += ["  };", "  struct Push {"]
    lines += [f"    {kind} {name} = {{}};" for _, kind, _, name in push]
    lines += ["  };", "  struct Bindings {"]
    lines += [f"    gpu::TensorId {name} = gpu::kNoTensor;" for name, *_ in bound]
    lines += [f"    std::vector<gpu::TensorId> List() const {{ return {{{', '.join(n for n, *_ in bound)}}}; }}",
              "  };"]
    lines += [f"  static constexpr gpu::ShaderTraits kTraits = {{{', '.join(f'.{trait} = true' for trait in has)}}};",
              "  static const gpu::ShaderInfo kInfo;  // of the shader as it stands",
              "  // Every module of the shader, by its key.",
              f"  static const std::array<gpu::ShaderModule, {module_count}> kModules;",
              "  // Most iterations of all loops of an invocation together (gpu::Dispatch::iterations).",
              "  static uint64_t Iterations([[maybe_unused]] const Spec& spec, [[maybe_unused]] const Push& push) {",
              f"    return {walk};", "  }", "};"]
    lines += [f"static_assert(offsetof({class_name}::Push, {name}) == {offset});" for offset, _, _, name in push]
    return "\n".join(lines + ["", "}  // namespace litevk::shaders", ""])


def field_infos(spec, push):
    """The members of Spec and of Push, which the variants of a shader share."""
    lines = ["constexpr gpu::FieldInfo kSpecFields[] = {"]
    lines += [f'    {{"{name}", gpu::FieldType::{FIELD_TYPES[kind]}, {word}}},'
              for word, (_, kind, name, _) in enumerate(spec)]
    lines += ["};"]
    if push:
        lines += ["constexpr gpu::FieldInfo kPushFields[] = {"]
        for offset, kind, _, name in push:
            element, _, count = kind.removeprefix("std::array<").removesuffix(">").partition(", ")
            lines += [f'    {{"{name}", gpu::FieldType::{FIELD_TYPES[element]}, {offset // 4}, {count or 1}}},']
        lines += ["};"]
    return "\n".join([*lines, ""])


def module_rows(keys, has):
    """(key, name) of each module; the shader without macros has two keys if it converts float16."""
    return [(key, name) for name, key in keys.items()] + ([(FLOAT16_KEY, "")] if "converts_float16" in has else [])


def module_table(class_name, modules):
    """The definitions of kInfo and of kModules."""
    rows = [f"    {{{key}, &{scope_of(name) if name else class_name}::kInfo}}," for key, name in modules]
    return "\n".join([f"const gpu::ShaderInfo {class_name}::kInfo = own::kInfo;",
                      f"const std::array<gpu::ShaderModule, {len(modules)}> {class_name}::kModules = {{{{", *rows, "}};"])


def embedded(stem, variant, spec, push, bound, words):
    """The words and the ShaderInfo of one variant, in a namespace of their own."""
    deflated = zlib.compress(struct.pack(f"={len(words)}I", *words), 9)
    rows = [", ".join(str(byte) for byte in deflated[i:i + 24]) for i in range(0, len(deflated), 24)]
    name = f"{stem}_{variant}" if variant else stem
    lines = [f"namespace {scope_of(variant)} {{", "", "constexpr unsigned char kSpirv[] = {", "    " + ",\n    ".join(rows) + "};",
             f"constexpr uint32_t kCapabilities[] = {{{', '.join(map(str, Module(words).capabilities))}}};",
             f"constexpr uint32_t kSpecIds[] = {{{', '.join(str(i) for i, *_ in spec)}}};",
             "constexpr gpu::BindingInfo kBindings[] = {"]
    lines += [f'    {{"{name}", gpu::Access::{access}, gpu::BindingKind::{kind}, gpu::Element::{element}}},'
              for name, access, kind, element in bound]
    fields = f'kSpecFields, {"kPushFields" if push else "{}"}'
    lines += ["};", f'constexpr gpu::ShaderInfo kInfo = {{"{name}", {{kSpirv, {len(words)}}}, kSpecIds, kBindings, '
              f'{push_size(push)}, kCapabilities, {fields}}};', "", f"}}  // namespace {scope_of(variant)}"]
    return "\n".join(lines)


def source(path, class_name, fields, parts, modules):
    lines = [f"// Generated from shaders/{path}.comp by tools/build/embed_shader.py.",
             f'#include "shaders/{path}.h"', "", "namespace litevk::shaders {", "namespace {", "", fields]
    lines += [*parts, "", "}  // namespace", "", module_table(class_name, modules), "", "}  // namespace litevk::shaders", ""]
    return "\n".join(lines)


def check_same(stem, variant, own, other):
    """Checks that a variant differs only in how it reads tensors, and in nothing that the host sees."""
    seen = [(spec, push, [(name, access) for name, access, *_ in bound]) for spec, push, bound in (own, other)]
    if seen[0] != seen[1]:
        raise SystemExit(f"{stem}: the interface of variant {variant} differs: {seen[0]} and {seen[1]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for flag in ("--path", "--shader", "--base", "--header", "--source"):
        parser.add_argument(flag, required=True)
    args = parser.parse_args()
    stem = args.path.rpartition("/")[2]
    class_name = "".join(part.capitalize() for part in stem.split("_"))
    text = Path(args.shader).read_text()
    keys = keys_of(stem, variants_of(text))
    parts, own, has_loops = [], None, False
    for variant in keys:
        base = f"{args.base}.{variant}" if variant else args.base
        module = Module(read_words(f"{base}.spv"))
        found = interface(module)
        has_loops = has_loops or module.has_loops
        own = own or found
        check_same(stem, variant, own, found)
        parts.append(embedded(stem, variant, *found, read_words(f"{base}.opt.spv")))
    walk = iterations(stem, text, *own[:2], has_loops)
    has = traits(stem, text, *own)
    modules = module_rows(keys, has)
    Path(args.header).write_text(header(args.path, class_name, *own, has, len(modules), walk))
    Path(args.source).write_text(source(args.path, class_name, field_infos(*own[:2]), parts, modules))


if __name__ == "__main__":
    main()
