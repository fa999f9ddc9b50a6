#include "delegate/ops/constraints.h"
#include "delegate/ops/families/pool_2d.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_max_pool_2d() {
  return {
      .op_code = abi::kTfLiteBuiltinMaxPool2d,
      .name = "MAX_POOL_2D",
      .stem = "max_pool_2d",
      .types = {FloatSignature(1)},
      .constraints = PoolConstraints(),
      .layout_role = LayoutRole::kImplicit,
      .cost = PoolCost,
      .takes_epilogue = true,
      .takes_padding = true,
      .lower = [](Lowering& lowering) { LowerPool2d(lowering, PoolKind::kMaximum); },
  };
}

}  // namespace litevk
