#include "kernels_cpu/elementwise/float_unary_kernel.h"
#include "kernels_cpu/elementwise/table16.h"
#include "kernels_cpu/elementwise/table8.h"
#include "kernels_cpu/support/fast_kernels.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::cpu {

static std::unique_ptr<PreparedKernel> PrepareFloat(const ref::PreparedNode& node, Isa isa) {
  const FloatFunctions functions = FloatFunctionsFor(isa);
  const bool by_tanh = node.params.As<abi::TfLiteGeluParams>().approximate;
  return PrepareUnary(node, by_tanh ? functions.gelu_by_tanh : functions.gelu, kTranscendentalFunction);
}

}  // namespace litevk::cpu

LITEVK_FAST_KERNEL_ROW(gelu, {{"plain", &PrepareFloat},
                              {"8 bits", &PrepareTable8Of<ref::kKernelRow_gelu>},
                              {"int16", &PrepareTable16Of<ref::kKernelRow_gelu>}})
