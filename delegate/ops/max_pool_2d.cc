#include "delegate/ops/constraints.h"
#include "delegate/ops/families/pool_2d.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_max_pool_2d() {
  return {
      .op_code = abi::kTfLiteBuiltinMaxPool2d,
      .kernels = {{.element = kFloat32,
                   .constraints = PoolConstraints(),
                   .takes_epilogue = kFloat32,
                   .takes_padding = TakesPadding<abi::TfLitePoolParams>,
                   .reads_rows = ReadsImageRows<>,
                   .writes_together = ChannelsOfPixels,
                   .lower = [](Lowering& lowering) { LowerPool2d(lowering, PoolKind::kMaximum); }}},
  };
}

}  // namespace litevk
