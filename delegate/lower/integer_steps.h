// The steps of integers that fusion attached to a node (delegate/kernel/integer_step.h), as the
// specialization constants and bindings of shaders/common/integer_steps.glsl.
#pragma once

#include "delegate/lower/lowering.h"

namespace litevk {

struct IntegerStepsBinding {
  bool adds_operand = false;
  bool has_table = false;
  gpu::TensorId operand = gpu::kNoTensor;
  gpu::TensorId steps = gpu::kNoTensor;
};
IntegerStepsBinding BindIntegerSteps(Lowering& lowering);

template <typename Spec, typename Bindings>
void SetIntegerSteps(Lowering& lowering, Spec& spec, Bindings& bindings) {
  const IntegerStepsBinding bound = BindIntegerSteps(lowering);
  spec.kAddsOperand = bound.adds_operand;
  spec.kHasTable = bound.has_table;
  bindings.operand = bound.operand;
  bindings.steps = bound.steps;
}

}  // namespace litevk
