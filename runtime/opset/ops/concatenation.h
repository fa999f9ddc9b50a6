// Conversion of CONCATENATION's inputs whose scale is not the output's, shared by the CPU and the GPU.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "runtime/ir/graph.h"

namespace litevk {

enum class JoinedIntegers : uint8_t {
  kAsTheyAre,
  kConverted,  // uint8: requantized to the output's scale
  kRefused,
};

// Says how the input's values are joined.
JoinedIntegers HowJoined(const ir::Tensor& input, const ir::Tensor& output);

// Returns the output's quantized value for each of the input's. Both tensors are uint8 with one scale.
std::array<std::byte, 256> ConvertedIntegers(const ir::Tensor& input, const ir::Tensor& output);

}  // namespace litevk
