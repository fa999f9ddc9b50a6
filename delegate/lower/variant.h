// What the variants of shaders (runtime/graph/shader_variant.h) mean to lowering.
#pragma once

#include <cstdint>

#include "runtime/graph/shader_variant.h"

namespace litevk {

// Whether the lanes of a shader that stores with Put_ (shaders/common/tensor.glsl) do so in pairs: its
// variant can, each of them has an even number of `values`, and rows of `channels` are whole pairs of blocks
// of four.
constexpr bool StoresInPairs(const gpu::Variant& variant, int64_t channels, uint32_t values) {
  const bool has_whole_outputs = variant.tail == gpu::Tail::kNone || variant.tail == gpu::Tail::kSource;
  return variant.read == gpu::Read::kTexels && has_whole_outputs && channels % 8 == 0 && values % 2 == 0;
}

}  // namespace litevk
