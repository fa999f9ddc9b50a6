// Steps that follow a result of 8 bits within the dispatch that computes it
// (shaders/common/integer_steps.glsl). First comes a sum, difference or product with another tensor, then
// tables. Each step is a node, or a pattern of several, with the bits that the nodes by
// themselves compute.
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

// Quantization constants of a function of two operands, in the order of
// shaders/elementwise/quantized_binary.comp. The last has the bits of a word to invert, which convert values
// of uint8 to int8.
inline constexpr size_t kBinaryNumbers = 16;
// Bytes of a table, which has the results of all values of 8 bits in the order of their bits.
inline constexpr size_t kTableBytes = 256;

// Inverts the highest bit of each value of a word: values of uint8 become values of int8 that are 128 less.
inline constexpr uint32_t kTurnedOver = 0x80808080;
inline constexpr int kTurnedOverBy = 128;

// The function of the result and a step's operand, as the codes of shaders/common/integer_steps.glsl.
enum class StepFunction : uint32_t { kNone, kSum, kProduct };

struct IntegerStep {
  StepFunction function = StepFunction::kNone;
  int result_sign = 1;  // for a sum
  int operand_sign = 1;
  ir::TensorId operand = ir::kAbsent;  // for a function: a tensor of the output's dims
  std::array<int32_t, kBinaryNumbers> numbers = {};
  std::function<Status(std::span<std::byte>)> table = nullptr;  // writes the table; null: there is none
  std::string key = {};                                         // all that the table depends on

  bool has_operand() const { return function != StepFunction::kNone; }
};

// True if the step may follow `steps`: one with an operand is the first.
inline bool MayFollow(std::span<const IntegerStep> steps, const IntegerStep& step) {
  return steps.empty() || !step.has_operand();
}

}  // namespace litevk
