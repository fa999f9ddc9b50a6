// The split of a multiplication of rows by weights among invocations of
// shaders/matmul/quantized_fully_connected.comp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "delegate/lower/lowering.h"
#include "delegate/ops/matmul/quantized_fully_connected_pack.h"

namespace litevk {

inline constexpr uint32_t kSplitInvocations = 64;  // invocations of a workgroup; kInvocations of the shader

struct RowSplit {
  gpu::Variant variant;
  uint32_t tile;     // rows of an invocation
  uint32_t lanes;    // blocks of a workgroup, whose other invocations share the inputs
  int64_t time = 0;  // estimated, in the unit of Configuration::time
};
std::string NameOf(const RowSplit& split);

// Returns the splits for `rows` rows, the best estimate first. Emulated dot products come last. Slices of the
// inputs are for sums of 32 bits.
std::vector<RowSplit> RowSplits(const Lowering& lowering, const WordsOfWeights& layout, int64_t rows,
                                bool takes_slices);

}  // namespace litevk
