#include <Eigen/Core>
#include <complex>

#include "kernels_ref/families/binary.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/wrapping.h"

namespace litevk::ref {

static Status MulComplex(const KernelArgs& args) {
  const auto* left = args.inputs[0].data<std::complex<float>>();
  const auto* right = args.inputs[1].data<std::complex<float>>();
  auto* output = args.outputs[0].data<std::complex<float>>();
  ForEachPair(args, [&](int64_t index, int64_t left_index, int64_t right_index) {
    output[index] = left[left_index] * right[right_index];
  });
  return {};
}

static Status Mul(const KernelArgs& args) {
  if (args.outputs[0].type() == ir::DataType::kComplex64) return MulComplex(args);
  return ApplyArithmetic<float, Eigen::half, int16_t, int32_t, uint32_t, int64_t>(
      args, [](auto left, auto right) { return WrappingMultiply(left, right); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(mul, &Mul)
