#include <algorithm>
#include <cmath>

#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {
namespace {

void Normalize(const float* input, int depth, float* output) {
  constexpr float kSmallestNorm = 1e-6F;
  float sum = 0.0F;
  for (int index = 0; index < depth; ++index) sum += input[index] * input[index];
  const float norm = std::max(std::sqrt(sum), kSmallestNorm);
  for (int index = 0; index < depth; ++index) output[index] = input[index] / norm;
}

}  // namespace

// Over the innermost dim.
static Status L2Normalization(const KernelArgs& args) {
  const ir::Shape& dims = args.inputs[0].dims();
  const int depth = dims.channels();
  if (depth == 0) return {};
  for (int64_t row = 0; row < dims.Rows(); ++row) {
    Normalize(args.inputs[0].data<float>() + row * depth, depth, args.outputs[0].data<float>() + row * depth);
  }
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(l2_normalization, &L2Normalization)
