// The variants of a shader: one source, compiled with different macros. Keys tell them apart.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace litevk::gpu {

struct ShaderInfo;

// How a module reads tensors: as storage buffers, or as texel buffers of four floats if the innermost dim is
// a multiple of four.
enum class Read : uint8_t { kBuffers, kTexels };
// Tensors that a texel module reads as single floats: none, the first tensor, those with the output's dims,
// or both.
enum class Tail : uint8_t { kNone, kSource, kOutput, kBoth };
// The narrowest float type that a module reads and stores.
enum class Precision : uint8_t { kFloat32, kFloat16 };

// The key of a variant. tools/build/embed_shader.py derives it from the macros in a shader's "// Variant"
// line.
struct Variant {
  Read read = Read::kBuffers;
  Tail tail = Tail::kNone;
  bool subgroups = false;  // values are reduced within subgroups
  Precision precision = Precision::kFloat32;
  bool dot_products = false;  // one instruction computes the dot product of four int8 pairs

  bool reads_texels() const { return read == Read::kTexels; }

  bool operator==(const Variant&) const = default;
};

// Returns a text such as "texels, single floats of the source", or "" for the default variant.
std::string ToString(const Variant& variant);

// A row of a shader's table of modules, which the generator emits.
struct ShaderModule {
  Variant key;
  const ShaderInfo* info = nullptr;
};
// Returns the module of a key; null if the shader has none.
const ShaderInfo* FindModule(std::span<const ShaderModule> modules, const Variant& key);

}  // namespace litevk::gpu
