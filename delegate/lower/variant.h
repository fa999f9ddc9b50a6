// The use of shader variants (runtime/graph/shader_variant.h) in lowering.
#pragma once

#include <cstdint>

#include "runtime/graph/shader_variant.h"

namespace litevk {

// True if the lanes of a shader that stores with Put_ (shaders/common/tensor.glsl) store in pairs. Its
// variant can, each lane has an even number of `values`, and rows of `channels` are whole pairs of blocks of
// four.
constexpr bool StoresInPairs(const gpu::Variant& variant, int64_t channels, uint32_t values) {
  const bool has_whole_outputs = variant.tail == gpu::Tail::kNone || variant.tail == gpu::Tail::kSource;
  return variant.read == gpu::Read::kTexels && has_whole_outputs && channels % 8 == 0 && values % 2 == 0;
}

}  // namespace litevk
