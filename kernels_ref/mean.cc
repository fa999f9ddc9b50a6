#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "kernels_ref/common/quantized_reduce.h"
#include "kernels_ref/common/reduce.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/common/quantized_reduce.h"
#include "runtime/opset/quantized/wrapping.h"

namespace litevk::ref {
namespace {

// The mean over no elements is NaN; for integers, which have no NaN, it is 0.
float Quotient(float total, int64_t count) { return total / static_cast<float>(count); }
int64_t Quotient(int64_t total, int64_t count) { return count == 0 ? 0 : total / count; }

template <typename T>
Status QuantizedMean(const KernelArgs& args) {
  const int64_t count = CountReduced(args);
  if (count > 0)
    return WriteSums<T>(args, MultiplierOfMean(*args.inputs[0].tensor, *args.outputs[0].tensor, count));
  // The mean over no elements is the quantized value 0, whatever number that represents.
  std::ranges::fill(args.outputs[0].bytes, std::byte{0});
  return {};
}

}  // namespace

static Status Mean(const KernelArgs& args) {
  const int64_t outputs = args.outputs[0].dims().NumElements();
  if (outputs == 0) return {};
  const int64_t reduced = args.inputs[0].dims().NumElements() / outputs;
  return ForType<float, int32_t, int64_t>(args.inputs[0].type(), [&](auto zero) {
    using T = decltype(zero);
    using Total = std::conditional_t<std::is_same_v<T, float>, float, int64_t>;
    std::vector<Total> totals(static_cast<size_t>(outputs), Total{0});
    Accumulate<T>(args, totals.data(),
                  [](Total total, T element) { return WrappingAdd(total, Total{element}); });
    std::transform(totals.begin(), totals.end(), args.outputs[0].data<T>(),
                   [&](Total total) { return static_cast<T>(Quotient(total, reduced)); });
    return Status();
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(mean, {{"plain", &Mean},
                         {"int8", &QuantizedMean<int8_t>},
                         {"uint8", &QuantizedMean<uint8_t>},
                         {"int16", &QuantizedMean<int16_t>}})
