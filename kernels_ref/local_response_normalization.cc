#include <algorithm>
#include <cmath>

#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {
namespace {

// Computes input / (bias + alpha * sum)^beta. The sum adds the squares of the channels at most `radius` away.
void Normalize(const float* input, int depth, const abi::TfLiteLocalResponseNormParams& params,
               float* output) {
  for (int channel = 0; channel < depth; ++channel) {
    const int first = std::max(0, channel - params.radius);
    const int last = params.radius < depth - channel ? channel + params.radius : depth - 1;
    float sum = 0.0F;
    for (int other = first; other <= last; ++other) sum += input[other] * input[other];
    output[channel] = input[channel] * std::pow(params.bias + params.alpha * sum, -params.beta);
  }
}

}  // namespace

// Normalizes over the innermost dim. The channel `radius` above counts, as in TensorFlow and in TFLite's
// optimized kernel; TFLite's reference kernel leaves it out.
static Status LocalResponseNormalization(const KernelArgs& args) {
  const ir::Shape& dims = args.inputs[0].dims();
  const int depth = dims[3];
  if (depth == 0) return {};
  for (int64_t row = 0; row < dims.Rows(); ++row) {
    Normalize(args.inputs[0].data<float>() + row * depth, depth,
              args.params.As<abi::TfLiteLocalResponseNormParams>(),
              args.outputs[0].data<float>() + row * depth);
  }
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(local_response_normalization, &LocalResponseNormalization)
