// Steps in fixed point as the specialization constants and bindings of shaders/common/integer_steps.glsl.
#pragma once

#include <cstdint>

#include "delegate/kernel/epilogue.h"
#include "runtime/graph/gpu_graph.h"

namespace litevk {

// Function of the result and a step's operand, as the codes of shaders/common/integer_steps.glsl.
enum class StepFunction : uint32_t { kNone, kSum, kProduct };

struct FixedPointBinding {
  StepFunction function = StepFunction::kNone;
  int result_sign = 1;
  int operand_sign = 1;
  bool has_table = false;
  bool stores_floats = false;
  gpu::TensorId operand = gpu::kNoTensor;
  gpu::TensorId steps = gpu::kNoTensor;
};

template <typename Spec, typename Bindings>
void SetFixedPoint(const FixedPointBinding& bound, Spec& spec, Bindings& bindings) {
  spec.kStepFunction = static_cast<uint32_t>(bound.function);
  spec.kResultSign = bound.result_sign;
  spec.kOperandSign = bound.operand_sign;
  spec.kHasTable = bound.has_table;
  spec.kStoresFloats = bound.stores_floats;
  bindings.operand = bound.operand;
  bindings.steps = bound.steps;
}

}  // namespace litevk
