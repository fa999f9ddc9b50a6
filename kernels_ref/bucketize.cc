#include <algorithm>
#include <type_traits>

#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/dispatch.h"

namespace litevk::ref {

// Counts the boundaries that are not above the element. Integers are compared as floats, as in TFLite.
static Status Bucketize(const KernelArgs& args) {
  const auto& params = args.params.As<abi::TfLiteBucketizeParams>();
  const float* end = params.boundaries + params.num_boundaries;
  const int64_t count = args.outputs[0].dims().NumElements();
  auto* output = args.outputs[0].data<int32_t>();
  return ForType<float, double, int32_t, int64_t>(args.inputs[0].type(), [&]<typename T>(T) {
    using Compared = std::conditional_t<std::is_same_v<T, double>, double, float>;
    const T* input = args.inputs[0].data<T>();
    for (int64_t index = 0; index < count; ++index) {
      const auto value = static_cast<Compared>(input[index]);
      output[index] =
          static_cast<int32_t>(std::upper_bound(params.boundaries, end, value) - params.boundaries);
    }
    return Status();
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(bucketize, &Bucketize)
