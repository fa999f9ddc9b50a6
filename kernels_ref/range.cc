#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/dispatch.h"

namespace litevk::ref {

// Adds delta to the previous element, so that floats are rounded as often as in TFLite.
static Status Range(const KernelArgs& args) {
  return ForType<float, int32_t, int64_t>(args.outputs[0].type(), [&](auto zero) {
    using T = decltype(zero);
    T value = args.inputs[0].data<T>()[0];
    const T delta = args.inputs[2].data<T>()[0];
    const int64_t count = args.outputs[0].dims().NumElements();
    T* output = args.outputs[0].data<T>();
    for (int64_t index = 0; index < count; ++index) {
      if (index > 0) value += delta;
      output[index] = value;
    }
    return Status();
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(range, &Range)
