// Constants of a step in fixed point, which follows a result of 8 bits within the dispatch that computes it
// (shaders/common/integer_steps.glsl). Such a step is a sum, difference or product with another tensor, or a
// table. It is a node, or a pattern of several, with the bits that the nodes by themselves compute.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "runtime/base/status.h"

namespace litevk {

// Quantization constants of a function of two operands, in the order of
// shaders/elementwise/quantized_binary.comp. The last has the bits of a word to invert, which convert values
// of uint8 to int8.
inline constexpr size_t kBinaryConstants = 16;
using BinaryConstants = std::array<int32_t, kBinaryConstants>;
// Bytes of a table, which has the results of all values of 8 bits in the order of their bits.
inline constexpr size_t kTableBytes = 256;

// Inverts the highest bit of each value of a word: values of uint8 become values of int8 that are 128 less.
inline constexpr uint32_t kSignBits = 0x80808080;
inline constexpr int kSignOffset = 128;

struct FixedPointStep {
  BinaryConstants constants = {};                               // for a sum, difference or product
  std::function<Status(std::span<std::byte>)> table = nullptr;  // writes the table; null: there is none
  std::string key = {};                                         // all that the table depends on
};

}  // namespace litevk
