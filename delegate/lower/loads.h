// How a shader reads its tensors.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace litevk {

// The variants that a shader is compiled in (cmake/shaders.cmake). Those that read texel buffers may use
// subgroups: a device without them does not prefer texels.
enum class Loads : uint8_t {
  kStorage,             // storage buffers: anything
  kTexels,              // texel buffers of four floats: dims that are multiples of four
  kScalarTexels,        // the same, but the first tensor as single floats
  kRaggedTexels,        // the same, but what has the output's dims as single floats
  kRaggedScalarTexels,  // the same, but both
  kStorageSubgroups,    // storage buffers, and reductions within subgroups
};

// The names of these variants in the shaders' lines "// Variant NAME: MACROS".
constexpr std::string_view VariantName(Loads loads) {
  constexpr std::array<std::string_view, 6> kNames = {
      "", "texels", "scalar_texels", "ragged_texels", "ragged_scalar_texels", "subgroups"};
  return kNames[static_cast<size_t>(loads)];
}

// Whether the lanes of a shader that stores with Put_ (shaders/common/tensor.glsl) do so in pairs: its
// variant can, each of them has an even number of `values`, and rows of `channels` are whole pairs of blocks
// of four.
constexpr bool StoresInPairs(Loads loads, int64_t channels, uint32_t values) {
  return (loads == Loads::kTexels || loads == Loads::kScalarTexels) && channels % 8 == 0 && values % 2 == 0;
}

}  // namespace litevk
