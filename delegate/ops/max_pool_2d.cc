#include "delegate/ops/conv/pool_2d.h"
#include "delegate/ops/conv/quantized_pool_2d.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_max_pool_2d() {
  OpSpec spec = {.op_code = abi::kTfLiteBuiltinMaxPool2d,
                 .kernels = QuantizedPoolKernels(PoolKind::kMaximum)};
  spec.kernels.insert(spec.kernels.begin(), PoolKernel({.element = kFloat32, .lower = [](Lowering& lowering) {
                                                          LowerPool2d(lowering, PoolKind::kMaximum);
                                                        }}));
  return spec;
}

}  // namespace litevk
