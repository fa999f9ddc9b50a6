// The variants of a shader: one source that is compiled with other macros, told apart by keys.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace litevk::gpu {

struct ShaderInfo;

// How a module reads tensors: as storage buffers, or as texel buffers of four floats where the innermost dim
// is a multiple of four.
enum class Read : uint8_t { kBuffers, kTexels };
// Which tensors a module reads as single floats although it reads texels: none, the first tensor, those with
// the output's dims, or both.
enum class Tail : uint8_t { kNone, kSource, kOutput, kBoth };
// The narrowest floats that a module reads and stores.
enum class Precision : uint8_t { kFloat32, kFloat16 };

// The key of a variant. tools/build/embed_shader.py makes it of the macros in a shader's line "// Variant".
struct Variant {
  Read read = Read::kBuffers;
  Tail tail = Tail::kNone;
  bool subgroups = false;  // values are reduced within subgroups
  Precision precision = Precision::kFloat32;
  bool dot_products = false;  // four pairs of int8 are multiplied and added up by one instruction

  bool reads_texels() const { return read == Read::kTexels; }

  bool operator==(const Variant&) const = default;
};

// Returns "texels, single floats of the source", or "" for the key of the shader as it stands.
std::string ToString(const Variant& variant);

// A row of the table of a shader's modules, which the generator emits.
struct ShaderModule {
  Variant key;
  const ShaderInfo* info = nullptr;
};
// Returns the module of a key; null where the shader has none.
const ShaderInfo* FindModule(std::span<const ShaderModule> modules, const Variant& key);

}  // namespace litevk::gpu
