#include <algorithm>
#include <cmath>

#include "delegate/abi/builtin_params.h"
#include "kernels_ref/check_types.h"
#include "kernels_ref/kernel_row.h"

namespace litevk::ref {

// Over the innermost dim; the largest logit is subtracted so that no exponential overflows.
static Status Softmax(const KernelArgs& args) {
  LITEVK_RETURN_IF_ERROR(CheckFloat32(args, {0}));
  const float beta = args.params.As<abi::TfLiteSoftmaxParams>().beta;
  const int depth = args.inputs[0].dims().channels();
  if (depth == 0) return {};
  const float* input = args.inputs[0].data<float>();
  float* output = args.outputs[0].data<float>();
  for (int64_t row = 0; row < args.inputs[0].dims().Rows(); ++row, input += depth, output += depth) {
    const float largest = *std::max_element(input, input + depth);
    float sum = 0.0F;
    for (int index = 0; index < depth; ++index) {
      output[index] = std::exp((input[index] - largest) * beta);
      sum += output[index];
    }
    for (int index = 0; index < depth; ++index) output[index] /= sum;
  }
  return {};
}

const KernelRow kKernelRow_softmax = {abi::kTfLiteBuiltinSoftmax, &Softmax};

}  // namespace litevk::ref
