// What a model has to do at least, whatever the kernels are: for rates, and for its name.
#pragma once

#include <cstdint>
#include <string>

#include "bench/ops/op_model.h"

namespace litevk::bench {

struct OpCost {
  double flops = 0;  // a multiply-add counts two; moving values counts none
  double bytes = 0;  // every input, weight and output once, at the size of its type
};

OpCost CostOf(const OpModel& model);

// "CONV_2D/56x56x64/3x3x64/stride1/f32": the first operator that runs, its inputs without a batch of 1,
// height x width x output channels of its filter (output x input channels of FULLY_CONNECTED's), the stride
// of what has one, "dilation2", "valid" and the fused activation where they are not the usual, "const" before
// the constant operands of other operators, and the type of the weights.
std::string NameOf(const OpModel& model);
// "f16" where a constant is stored so, else "f32".
std::string TypeOf(const OpModel& model);

}  // namespace litevk::bench
