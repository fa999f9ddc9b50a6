#include "delegate/ops/conv/pool_2d.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_l2_pool_2d() {
  return {
      .op_code = abi::kTfLiteBuiltinL2Pool2d,
      .kernels = {PoolKernel(
          {.lower = [](Lowering& lowering) { LowerPool2d(lowering, PoolKind::kRootMeanSquare); }})},
  };
}

}  // namespace litevk
