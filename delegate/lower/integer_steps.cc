#include "delegate/lower/integer_steps.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace litevk {
namespace {

using Table = std::array<uint8_t, kTableBytes>;

// Makes one table of those of all steps, each of which looks up what the one before has.
Status Compose(std::span<const IntegerStep> steps, Table& composed) {
  std::iota(composed.begin(), composed.end(), uint8_t{0});
  for (const IntegerStep& step : steps) {
    if (step.is_sum()) continue;
    Table table = {};
    LITEVK_RETURN_IF_ERROR(step.table(std::as_writable_bytes(std::span(table))));
    for (uint8_t& number : composed) number = table.at(number);
  }
  return {};
}

gpu::TensorId AddSteps(Lowering& lowering, const std::vector<IntegerStep>& steps) {
  std::string key = "integer steps";
  for (const IntegerStep& step : steps) {
    key.append(", ").append(step.key);
    for (const int32_t number : step.numbers) key.append(" ").append(std::to_string(number));
  }
  const auto write = [steps](std::span<std::byte> to) -> Status {
    const auto& numbers = steps.front().numbers;
    Table composed = {};
    LITEVK_RETURN_IF_ERROR(Compose(steps, composed));
    std::ranges::copy(std::as_bytes(std::span(numbers)), to.begin());
    std::ranges::copy(std::as_bytes(std::span(composed)), to.begin() + sizeof(numbers));
    return {};
  };
  return lowering.AddConstant("integer steps", kSumNumbers + kTableBytes / 4, gpu::Storage::kBits32, write,
                              std::move(key));
}

}  // namespace

IntegerStepsBinding BindIntegerSteps(Lowering& lowering) {
  const std::vector<IntegerStep>& steps = lowering.fused().integer_steps;
  if (steps.empty()) return {.operand = lowering.Zeros(), .steps = lowering.Zeros()};
  const bool adds = steps.front().is_sum();
  return {.adds_operand = adds,
          .has_table = !steps.back().is_sum(),
          .operand = adds ? lowering.Operand(steps.front().operand) : lowering.Zeros(),
          .steps = AddSteps(lowering, steps)};
}

}  // namespace litevk
