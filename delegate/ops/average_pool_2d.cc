#include "delegate/abi/builtin_ops.h"
#include "delegate/abi/builtin_params.h"
#include "delegate/ops/constraints.h"
#include "delegate/ops/pool_2d.h"

namespace litevk {

OpSpec MakeSpec_average_pool_2d() {
  return {
      .op_code = abi::kTfLiteBuiltinAveragePool2d,
      .name = "AVERAGE_POOL_2D",
      .stem = "average_pool_2d",
      .params_bytes = sizeof(abi::TfLitePoolParams),
      .versions = {{1, "float32 and uint8"}, {2, "int8"}, {3, "int16"}},
      .types = {FloatSignature(1)},
      .constraints = PoolConstraints(),
      .layout_role = LayoutRole::kImplicit,
      .infer_shapes = ir::InferPool2d,
      .takes_epilogue = true,
      .takes_padding = true,
      .lower = [](Lowering& lowering) { LowerPool2d(lowering, PoolKind::kAverage); },
  };
}

}  // namespace litevk
