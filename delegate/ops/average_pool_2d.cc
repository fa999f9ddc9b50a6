#include "delegate/ops/constraints.h"
#include "delegate/ops/families/pool_2d.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_average_pool_2d() {
  return {
      .op_code = abi::kTfLiteBuiltinAveragePool2d,
      .name = "AVERAGE_POOL_2D",
      .stem = "average_pool_2d",
      .types = {FloatSignature(1)},
      .constraints = PoolConstraints(),
      .layout_role = LayoutRole::kImplicit,
      .cost = PoolCost,
      .takes_epilogue = true,
      .takes_padding = true,
      .lower = [](Lowering& lowering) { LowerPool2d(lowering, PoolKind::kAverage); },
  };
}

}  // namespace litevk
