#include "delegate/ops/families/pool_2d.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_max_pool_2d() {
  return {
      .op_code = abi::kTfLiteBuiltinMaxPool2d,
      .kernels = {PoolKernel(
          {.element = kFloat32,
           .lower = [](Lowering& lowering) { LowerPool2d(lowering, PoolKind::kMaximum); }})},
  };
}

}  // namespace litevk
