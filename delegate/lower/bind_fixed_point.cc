// The constants and bindings of the steps in fixed point that fusion attached to a node.
#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "delegate/lower/lowering.h"

namespace litevk {
namespace {

using Table = std::array<uint8_t, kTableBytes>;

// Composes the tables of all steps into one: each step looks up the result of the one before.
Status Compose(std::span<const IntegerStep> steps, Table& composed) {
  std::iota(composed.begin(), composed.end(), uint8_t{0});
  for (const IntegerStep& step : steps) {
    if (step.table == nullptr) continue;
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
    for (const int32_t number : step.floats.value_or(FloatNumbers()))
      key.append(" ").append(std::to_string(number));
  }
  const auto write = [steps](std::span<std::byte> to) -> Status {
    const auto& numbers = steps.front().numbers;
    const FloatNumbers floats = steps.back().floats.value_or(FloatNumbers());
    Table composed = {};
    LITEVK_RETURN_IF_ERROR(Compose(steps, composed));
    auto end = std::ranges::copy(std::as_bytes(std::span(numbers)), to.begin()).out;
    end = std::ranges::copy(std::as_bytes(std::span(composed)), end).out;
    std::ranges::copy(std::as_bytes(std::span(floats)), end);
    return {};
  };
  constexpr size_t kWords = kBinaryNumbers + kTableBytes / 4 + std::tuple_size_v<FloatNumbers>;
  return lowering.AddConstant("integer steps", kWords, gpu::Storage::kBits32, write, std::move(key));
}

}  // namespace

FixedPointBinding Lowering::BindFixedPoint() {
  const std::vector<IntegerStep>& steps = fused_.integer_steps;
  if (steps.empty()) return {.operand = Zeros(), .steps = Zeros()};
  const IntegerStep& first = steps.front();
  return {
      .function = first.function,
      .result_sign = first.result_sign,
      .operand_sign = first.operand_sign,
      .has_table = std::ranges::any_of(steps, [](const IntegerStep& step) { return step.table != nullptr; }),
      .stores_floats = fused_.stores_floats(),
      .operand = first.has_operand() ? Map(first.operand) : Zeros(),
      .steps = AddSteps(*this, steps)};
}

}  // namespace litevk
