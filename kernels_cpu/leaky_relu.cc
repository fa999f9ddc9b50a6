#include "kernels_cpu/elementwise/float_unary_kernel.h"
#include "kernels_cpu/elementwise/table16.h"
#include "kernels_cpu/elementwise/table8.h"
#include "kernels_cpu/support/fast_kernels.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::cpu {

static std::unique_ptr<PreparedKernel> PrepareFloat(const ref::PreparedNode& node, Isa isa) {
  const auto function = FloatFunctionsFor(isa).leaky_relu;
  const float alpha = node.params.As<abi::TfLiteLeakyReluParams>().alpha;
  const auto compute = [=](const float* input, int64_t count, float* output) {
    function(input, count, alpha, output);
  };
  return PrepareUnary(node, compute, kCheapFunction);
}

}  // namespace litevk::cpu

LITEVK_FAST_KERNEL_ROW(leaky_relu, {{"plain", &PrepareFloat},
                                    {"8 bits", &PrepareTable8Of<ref::kKernelRow_leaky_relu>},
                                    {"int16", &PrepareTable16Of<ref::kKernelRow_leaky_relu>}})
