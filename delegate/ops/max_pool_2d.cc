#include "delegate/ops/constraints.h"
#include "delegate/ops/families/pool_2d.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_max_pool_2d() {
  return {
      .op_code = abi::kTfLiteBuiltinMaxPool2d,
      .signatures = {{.element = kFloat32,
                      .lower = [](Lowering& lowering) { LowerPool2d(lowering, PoolKind::kMaximum); }}},
      .constraints = PoolConstraints(),
      .takes_epilogue = true,
      .takes_padding = TakesPadding<abi::TfLitePoolParams>,
      .reads_rows = ReadsImageRows<>,
      .writes_together = ChannelsOfPixels,
  };
}

}  // namespace litevk
