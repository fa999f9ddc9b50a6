#include "delegate/ops/conv/pool_2d.h"
#include "delegate/ops/conv/quantized_pool_2d.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

OpSpec MakeSpec_average_pool_2d() {
  OpSpec spec = {.op_code = abi::kTfLiteBuiltinAveragePool2d,
                 .kernels = QuantizedPoolKernels(PoolKind::kAverage)};
  spec.kernels.insert(spec.kernels.begin(), PoolKernel({.element = kFloat32, .lower = [](Lowering& lowering) {
                                                          LowerPool2d(lowering, PoolKind::kAverage);
                                                        }}));
  return spec;
}

}  // namespace litevk
