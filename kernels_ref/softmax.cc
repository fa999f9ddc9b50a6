#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/dispatch.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::ref {
namespace {

// The largest logit is subtracted so that no exponential overflows. As in TFLite, float16 rounds the
// exponentials that are divided but not those that are added up.
template <typename T>
void SoftmaxRow(const T* input, int depth, float beta, T* output) {
  const auto largest = static_cast<float>(*std::max_element(input, input + depth));
  float sum = 0.0F;
  for (int index = 0; index < depth; ++index) {
    const float exponential = std::exp((static_cast<float>(input[index]) - largest) * beta);
    output[index] = static_cast<T>(exponential);
    sum += exponential;
  }
  for (int index = 0; index < depth; ++index) {
    output[index] = static_cast<T>(static_cast<float>(output[index]) / sum);
  }
}

}  // namespace

// Over the innermost dim.
static Status Softmax(const KernelArgs& args) {
  const float beta = args.params.As<abi::TfLiteSoftmaxParams>().beta;
  const ir::Shape& dims = args.inputs[0].dims();
  const int depth = dims.channels();
  if (depth == 0) return {};
  return ForType<float, Eigen::half>(args.inputs[0].type(), [&]<typename T>(T) {
    for (int64_t row = 0; row < dims.Rows(); ++row) {
      SoftmaxRow(args.inputs[0].data<T>() + row * depth, depth, beta,
                 args.outputs[0].data<T>() + row * depth);
    }
    return Status();
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(softmax, &Softmax)
