// BATCH_MATMUL of float32 matrices on the left and int8 ones on the right.
#pragma once

#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Quantizes each row of the left matrices as the option asymmetric_quantize_inputs says.
Status DynamicInt8BatchMatMul(const KernelArgs& args);

}  // namespace litevk::ref
