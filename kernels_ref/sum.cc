#include "kernels_ref/common/quantized_reduce.h"
#include "kernels_ref/common/reduce.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/common/quantized_reduce.h"
#include "runtime/opset/quantized/wrapping.h"

namespace litevk::ref {

static Status Sum(const KernelArgs& args) {
  return Reduce<float, int32_t, int64_t, bool>(
      args, [](auto zero) { return zero; },
      [](auto total, auto element) { return WrappingAdd(total, element); });
}

// Computes the intended sum; TFLite's reference kernel reads and writes int8 and int16 as uint8.
template <typename T>
static Status QuantizedSum(const KernelArgs& args) {
  return WriteSums<T>(args, MultiplierOfSum(*args.inputs[0].tensor, *args.outputs[0].tensor));
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(sum, {{"plain", &Sum},
                        {"int8", &QuantizedSum<int8_t>},
                        {"uint8", &QuantizedSum<uint8_t>},
                        {"int16", &QuantizedSum<int16_t>}})
