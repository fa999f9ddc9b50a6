// The integer steps that fusion attached to a node (delegate/kernel/integer_step.h), as the specialization
// constants and bindings of shaders/common/integer_steps.glsl.
#pragma once

#include "delegate/lower/lowering.h"

namespace litevk {

struct IntegerStepsBinding {
  StepFunction function = StepFunction::kNone;
  int result_sign = 1;
  int operand_sign = 1;
  bool has_table = false;
  bool stores_floats = false;
  gpu::TensorId operand = gpu::kNoTensor;
  gpu::TensorId steps = gpu::kNoTensor;
};
IntegerStepsBinding BindIntegerSteps(Lowering& lowering);

// True if the last step converts the integers to floats.
bool StoresFloats(const Lowering& lowering);

template <typename Spec, typename Bindings>
void SetIntegerSteps(Lowering& lowering, Spec& spec, Bindings& bindings) {
  const IntegerStepsBinding bound = BindIntegerSteps(lowering);
  spec.kStepFunction = static_cast<uint32_t>(bound.function);
  spec.kResultSign = bound.result_sign;
  spec.kOperandSign = bound.operand_sign;
  spec.kHasTable = bound.has_table;
  spec.kStoresFloats = bound.stores_floats;
  bindings.operand = bound.operand;
  bindings.steps = bound.steps;
}

}  // namespace litevk
