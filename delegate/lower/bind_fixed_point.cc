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

using RequantizeConstants = decltype(IntegerStep::numbers);

// Adds the constants of the first step, the table of all, and the constants of the conversion to floats.
gpu::TensorId AddSteps(Lowering& lowering, const std::vector<IntegerStep>& steps,
                       const StorageConversion& store) {
  std::string key = "integer steps";
  for (const IntegerStep& step : steps) {
    key.append(", ").append(step.key);
    for (const int32_t number : step.numbers) key.append(" ").append(std::to_string(number));
  }
  for (const int32_t constant : store.constants) key.append("; ").append(std::to_string(constant));
  const auto write = [steps, constants = store.constants](std::span<std::byte> to) -> Status {
    const auto first = steps.empty() ? RequantizeConstants() : steps.front().numbers;
    Table composed = {};
    LITEVK_RETURN_IF_ERROR(Compose(steps, composed));
    std::ranges::fill(to, std::byte{0});
    auto end = std::ranges::copy(std::as_bytes(std::span(first)), to.begin()).out;
    end = std::ranges::copy(std::as_bytes(std::span(composed)), end).out;
    std::ranges::copy(std::as_bytes(std::span(constants)), end);
    return {};
  };
  constexpr size_t kFloatConstants = 3;
  constexpr size_t kWords = kBinaryNumbers + kTableBytes / 4 + kFloatConstants;
  return lowering.AddConstant("integer steps", kWords, gpu::Storage::kBits32, write, std::move(key));
}

}  // namespace

FixedPointBinding Lowering::BindFixedPoint() {
  const std::vector<IntegerStep>& steps = fused_.integer_steps;
  const bool stores_floats = fused_.store.as == StoredAs::kDequantized;
  if (steps.empty() && !stores_floats) return {.operand = Zeros(), .steps = Zeros()};
  const IntegerStep first = steps.empty() ? IntegerStep() : steps.front();
  return {
      .function = first.function,
      .result_sign = first.result_sign,
      .operand_sign = first.operand_sign,
      .has_table = std::ranges::any_of(steps, [](const IntegerStep& step) { return step.table != nullptr; }),
      .stores_floats = stores_floats,
      .operand = first.has_operand() ? Map(first.operand) : Zeros(),
      .steps = AddSteps(*this, steps, fused_.store)};
}

}  // namespace litevk
