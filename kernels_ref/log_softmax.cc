#include <algorithm>
#include <cmath>

#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

// Over the innermost dim; the largest logit is subtracted so that no exponential overflows.
static Status LogSoftmax(const KernelArgs& args) {
  const ir::Shape& dims = args.inputs[0].dims();
  const int depth = dims.channels();
  if (depth == 0) return {};
  const float* input = args.inputs[0].data<float>();
  float* output = args.outputs[0].data<float>();
  for (int64_t row = 0; row < dims.Rows(); ++row, input += depth, output += depth) {
    const float largest = *std::max_element(input, input + depth);
    float sum = 0.0F;
    for (int index = 0; index < depth; ++index) sum += std::exp(input[index] - largest);
    const float log_sum = std::log(sum);
    for (int index = 0; index < depth; ++index) output[index] = input[index] - largest - log_sum;
  }
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(log_softmax, &LogSoftmax)
