#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/stored_inputs.h"
#include "runtime/opset/common/axis.h"
#include "runtime/opset/dispatch.h"
#include "runtime/opset/quantized/wrapping.h"

namespace litevk::ref {
namespace {

// Sums `size` elements that are `stride` apart. An exclusive sum leaves out the element at its own index; a
// reverse one starts at the end.
template <typename T>
void SumLine(const T* input, int64_t size, int64_t stride, const abi::TfLiteCumsumParams& params, T* output) {
  T sum = T{0};
  for (int64_t step = 0; step < size; ++step) {
    const int64_t position = (params.reverse ? size - 1 - step : step) * stride;
    const T next = WrappingAdd(sum, input[position]);
    output[position] = params.exclusive ? sum : next;
    sum = next;
  }
}

}  // namespace

static Status Cumsum(const KernelArgs& args) {
  StoredInputs inputs(args);
  LITEVK_ASSIGN_OR_RETURN(const int axis, ReadAxis(inputs.query()));
  const ir::Shape& dims = args.inputs[0].dims();
  if (dims[axis] == 0) return {};  // empty lines have no memory
  const int64_t outer = CountBetween(dims, 0, axis);
  const int64_t inner = CountBetween(dims, axis + 1, dims.rank());
  return ForType<float, int32_t, int64_t>(args.inputs[0].type(), [&](auto zero) {
    using T = decltype(zero);
    for (int64_t line = 0; line < outer * inner; ++line) {
      const int64_t first = line / inner * dims[axis] * inner + line % inner;
      SumLine(args.inputs[0].data<T>() + first, dims[axis], inner, args.params.As<abi::TfLiteCumsumParams>(),
              args.outputs[0].data<T>() + first);
    }
    return Status();
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(cumsum, &Cumsum)
