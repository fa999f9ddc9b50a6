#include <algorithm>

#include "kernels_ref/support/activation.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/dispatch.h"
#include "runtime/opset/quantized/wrapping.h"

namespace litevk::ref {

static Status AddN(const KernelArgs& args) {
  return ForType<float, int32_t>(args.outputs[0].type(), [&]<typename T>(T) {
    const int64_t count = args.outputs[0].dims().NumElements();
    T* output = args.outputs[0].data<T>();
    std::copy_n(args.inputs[0].data<T>(), count, output);
    const auto finite = RangeOf<T>(abi::kTfLiteActNone);
    for (const ConstView& input : args.inputs.subspan(1)) {
      const T* values = input.data<T>();
      for (int64_t index = 0; index < count; ++index)
        output[index] = finite.Clamp(WrappingAdd(output[index], values[index]));
    }
    return Status();
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(add_n, &AddN)
