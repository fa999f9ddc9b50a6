// The split of a multiplication of rows by weights among invocations of
// shaders/matmul/quantized_fully_connected.comp.
#pragma once

#include <cstdint>
#include <string>

#include "delegate/lower/lowering.h"
#include "delegate/ops/matmul/quantized_fully_connected_pack.h"

namespace litevk {

inline constexpr uint32_t kWayInvocations = 64;  // invocations of a workgroup; kInvocations of the shader

struct Way {
  gpu::Variant variant;
  uint32_t tile;   // rows of an invocation
  uint32_t lanes;  // blocks of a workgroup, whose other invocations share the inputs

  std::string Name() const {
    return (variant.dot_products ? "dot products tile " : "tile ") + std::to_string(tile) + " lanes " +
           std::to_string(lanes);
  }
};

// Returns the variant with the best estimate for `rows` rows, or the one that a tuner found fastest. Slices
// of the inputs are for sums of 32 bits.
Way ChooseWay(Lowering& lowering, const WordsOfWeights& layout, int64_t rows, bool takes_slices);

}  // namespace litevk
