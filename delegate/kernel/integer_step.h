// What follows a result of 8 bits within the dispatch that computes it (shaders/common/integer_steps.glsl): a
// sum, difference or product with another tensor, then tables, then floats. Each step is a node, or a pattern
// of several, whose bits are those of the nodes alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"

namespace litevk {

// The numbers of quantization of a function of two operands, in the order of shaders/quantized_binary.comp.
// The last has the bits of a word to turn over, which make numbers of int8 of those of uint8.
inline constexpr size_t kBinaryNumbers = 16;
// The results of all numbers of 8 bits, in the order of their bits.
inline constexpr size_t kTableBytes = 256;

// Turns over the highest bit of each number of a word: those of uint8 become those of int8 that are 128 less.
inline constexpr uint32_t kTurnedOver = 0x80808080;
inline constexpr int kTurnedOverBy = 128;

// What a step makes of the result and its operand, by the codes of shaders/common/integer_steps.glsl.
enum class StepFunction : uint32_t { kNone, kSum, kProduct };

// How numbers become floats: the bits of the scale, the zero point, and a mask as in the numbers above.
using FloatNumbers = std::array<int32_t, 3>;

struct IntegerStep {
  StepFunction function = StepFunction::kNone;
  int result_sign = 1;  // of a sum
  int operand_sign = 1;
  ir::TensorId operand = ir::kAbsent;  // of a function: a tensor of the output's dims
  std::array<int32_t, kBinaryNumbers> numbers = {};
  std::function<Status(std::span<std::byte>)> table = nullptr;  // writes it; null: no table
  std::string key = {};                                         // what the table depends on
  std::optional<FloatNumbers> floats = {};

  bool has_operand() const { return function != StepFunction::kNone; }
};

// Whether the step may follow those: one that has an operand is the first, floats are the last.
inline bool MayFollow(std::span<const IntegerStep> steps, const IntegerStep& step) {
  if (steps.empty()) return true;
  return !step.has_operand() && !steps.back().floats;
}

}  // namespace litevk
