// What a model has to do at least, whatever the kernels are: for rates, and for its name. The work of an
// operator is in its record (OpInfo::cost).
#pragma once

#include <string>

#include "bench/ops/op_model.h"
#include "delegate/kernel/op_spec.h"

namespace litevk::bench {

// The operations of all nodes; every input, weight and output of the model once.
OpCost CostOf(const OpModel& model);

// "CONV_2D/Input[1x56x56x64]xFilter[3x3x64x64]/Stride[1x1]/Padding[SAME]/Activation[RELU]/Precision[f32]", as
// uVkCompute names its benchmarks: the first operator that runs, its inputs and constant operands, a filter
// as height x width x input channels x output channels (input x output channels of FULLY_CONNECTED's, output
// channels for each input channel of DEPTHWISE_CONV_2D's), what else decides its work, and the type of the
// weights. A dilation of 1 and what the operator does without are left out.
std::string NameOf(const OpModel& model);
// "f16" or "int8" where a constant is stored so, else "f32".
std::string TypeOf(const OpModel& model);

}  // namespace litevk::bench
