// What CONCATENATION does with numbers whose scale is not the output's, on the CPU and the GPU alike.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "runtime/ir/graph.h"

namespace litevk {

enum class JoinedNumbers : uint8_t {
  kAsTheyAre,
  kConverted,  // uint8: into the output's scale
  kRefused,
};

// Returns what becomes of the input's numbers.
JoinedNumbers HowJoined(const ir::Tensor& input, const ir::Tensor& output);

// Returns what each number of the input is in the output's scale. Both are uint8 with one scale.
std::array<std::byte, 256> ConvertedNumbers(const ir::Tensor& input, const ir::Tensor& output);

}  // namespace litevk
