// What follows a result of int8 within the dispatch that computes it (shaders/common/integer_steps.glsl): a
// sum with another tensor, then tables. Each step is a node, whose bits are those of the node alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"

namespace litevk {

// The numbers of quantization of a sum, in the order of shaders/quantized_binary.comp.
inline constexpr size_t kSumNumbers = 16;
// The results of all numbers of 8 bits, in the order of their bits.
inline constexpr size_t kTableBytes = 256;

struct IntegerStep {
  ir::TensorId operand = ir::kAbsent;  // of a sum: a tensor of the output's dims
  std::array<int32_t, kSumNumbers> numbers = {};
  std::function<Status(std::span<std::byte>)> table = nullptr;  // writes it; null: a sum
  std::string key = {};                                         // what the table depends on

  bool is_sum() const { return table == nullptr; }
};

// Whether the step may follow those: a sum is the first one.
inline bool MayFollow(std::span<const IntegerStep> steps, const IntegerStep& step) {
  return !step.is_sum() || steps.empty();
}

}  // namespace litevk
