// The constants and bindings of the steps in fixed point that fusion attached to a node.
#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <iterator>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "delegate/lower/lowering.h"

namespace litevk {
namespace {

// Function of the result and a step's operand, by the step's code.
struct SignedFunction {
  EpilogueOp op;
  StepFunction function;
  int result_sign = 1;
  int operand_sign = 1;
};
constexpr std::array kFunctions = {SignedFunction{EpilogueOp::kNone, StepFunction::kNone},
                                   SignedFunction{EpilogueOp::kAdd, StepFunction::kSum},
                                   SignedFunction{EpilogueOp::kSub, StepFunction::kSum, 1, -1},
                                   SignedFunction{EpilogueOp::kReverseSub, StepFunction::kSum, -1, 1},
                                   SignedFunction{EpilogueOp::kMul, StepFunction::kProduct}};

const SignedFunction& FunctionOf(EpilogueOp op) {
  const auto found = std::ranges::find(kFunctions, op, &SignedFunction::op);
  assert(found != kFunctions.end());
  return *found;
}

using Table = std::array<uint8_t, kTableBytes>;
using Steps = std::vector<std::shared_ptr<const FixedPointStep>>;

Steps StepsOf(const Epilogue& epilogue) {
  Steps steps;
  std::ranges::transform(epilogue.packed_steps(), std::back_inserter(steps), &EpilogueStep::fixed_point);
  return steps;
}

// Composes the tables of all steps into one: each step looks up the result of the one before.
Status Compose(const Steps& steps, Table& composed) {
  std::iota(composed.begin(), composed.end(), uint8_t{0});
  for (const auto& step : steps) {
    if (step->table == nullptr) continue;
    Table table = {};
    LITEVK_RETURN_IF_ERROR(step->table(std::as_writable_bytes(std::span(table))));
    for (uint8_t& value : composed) value = table.at(value);
  }
  return {};
}

// Adds the constants of the first step, the table of all, and the constants of the conversion to floats.
gpu::TensorId AddSteps(Lowering& lowering, const Steps& steps, const std::vector<int32_t>& stored) {
  std::string key = "integer steps";
  for (const auto& step : steps) {
    key.append(", ").append(step->key);
    for (const int32_t constant : step->constants) key.append(" ").append(std::to_string(constant));
  }
  for (const int32_t word : stored) key.append("; ").append(std::to_string(word));
  const auto write = [steps, stored](std::span<std::byte> to) -> Status {
    const BinaryConstants constants = steps.empty() ? BinaryConstants() : steps.front()->constants;
    Table composed = {};
    LITEVK_RETURN_IF_ERROR(Compose(steps, composed));
    std::ranges::fill(to, std::byte{0});
    auto end = std::ranges::copy(std::as_bytes(std::span(constants)), to.begin()).out;
    end = std::ranges::copy(std::as_bytes(std::span(composed)), end).out;
    std::ranges::copy(std::as_bytes(std::span(stored)), end);
    return {};
  };
  constexpr size_t kFloatConstants = 3;
  constexpr size_t kWords = kBinaryConstants + kTableBytes / 4 + kFloatConstants;
  return lowering.AddConstant("integer steps", kWords, gpu::Storage::kBits32, write, std::move(key));
}

}  // namespace

FixedPointBinding Lowering::BindFixedPoint() {
  const Steps steps = StepsOf(fused_.epilogue);
  const StorageConversion& store = fused_.epilogue.store;
  const bool stores_floats = store.as == StoredAs::kDequantized;
  if (steps.empty() && !stores_floats) return {.operand = Zeros(), .steps = Zeros()};
  const EpilogueStep first = steps.empty() ? EpilogueStep() : fused_.epilogue.steps.front();
  const SignedFunction& function = FunctionOf(first.op);
  return {.function = function.function,
          .result_sign = function.result_sign,
          .operand_sign = function.operand_sign,
          .has_table = std::ranges::any_of(steps, [](const auto& step) { return step->table != nullptr; }),
          .stores_floats = stores_floats,
          .operand = first.operand != ir::kAbsent ? Map(first.operand) : Zeros(),
          .steps = AddSteps(*this, steps, store.constants)};
}

}  // namespace litevk
