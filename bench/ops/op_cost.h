// The minimum work of a model, independent of kernels: for rates, and for its name. The work of an operator
// is in its record (OpInfo::cost).
#pragma once

#include <string>

#include "bench/ops/op_model.h"
#include "delegate/kernel/op_spec.h"

namespace litevk::bench {

// Returns the operations of all nodes; counts every input, weight and output of the model once.
OpCost CostOf(const OpModel& model);

// Returns a name like
// "CONV_2D/Input[1x56x56x64]xFilter[3x3x64x64]/Stride[1x1]/Padding[SAME]/Activation[RELU]/Precision[f32]", in
// the style of uVkCompute. It consists of the first operator that runs, its inputs and constant operands,
// attributes that affect its work, and the type of the weights.
//
// A filter is given as height x width x input channels x output channels. FULLY_CONNECTED's is input x output
// channels, and DEPTHWISE_CONV_2D's ends with the output channels per input channel. A dilation of 1 and
// attributes that the operator lacks are left out.
std::string NameOf(const OpModel& model);
// Returns "f16" or "int8" if a constant is stored so, else "f32".
std::string TypeOf(const OpModel& model);

}  // namespace litevk::bench
