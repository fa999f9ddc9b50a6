// Constants made of known weights in a layout that a shader reads.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "delegate/lower/lowering.h"
#include "delegate/ops/common/weight_packing.h"

namespace litevk {

// An input of the node, and the constant that is made of it.
struct PackedInput {
  std::string_view name;  // the constant's
  int input;              // index of the node's input
  WeightPacking packing;
  std::string text;  // names the packing, since one input may be packed in several ways
};

// Changes floats before they are packed.
using Transform = std::function<std::vector<float>(std::span<const float> value)>;

// Adds a constant of packed floats, or of zeros if the input is absent.
gpu::TensorId AddPackedFloats(Lowering& lowering, const PackedInput& packed, Transform transform = {});

// Adds a constant of packed integers, of `elements` elements.
gpu::TensorId AddPackedIntegers(Lowering& lowering, const PackedInput& packed, uint64_t elements,
                                gpu::Storage storage = gpu::Storage::kBits8);

}  // namespace litevk
