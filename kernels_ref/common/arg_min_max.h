// Shared implementation of ARG_MAX and ARG_MIN.
#pragma once

#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/load_element.h"
#include "kernels_ref/support/stored_inputs.h"
#include "runtime/opset/common/axis.h"
#include "runtime/opset/dispatch.h"

namespace litevk::ref {

// Writes the index of the first element along the axis that no other one beats; better(a, b) is true if a
// beats b.
template <typename T, typename Index, typename Better>
void PickAlongAxis(const ConstView& input, int axis, Better better, Index* output) {
  const int64_t size = input.dims()[axis];
  const int64_t inner = CountBetween(input.dims(), axis + 1, input.dims().rank());
  const int64_t outer = CountBetween(input.dims(), 0, axis);
  for (int64_t row = 0; row < outer; ++row) {
    for (int64_t column = 0; column < inner; ++column) {
      const T* values = input.data<T>() + row * size * inner + column;
      int64_t best = 0;
      for (int64_t index = 1; index < size; ++index) {
        if (better(LoadElement(values, index * inner), LoadElement(values, best * inner))) best = index;
      }
      *output++ = static_cast<Index>(best);
    }
  }
}

template <typename Better>
Status ArgMinMax(const KernelArgs& args, Better better) {
  StoredInputs inputs(args);
  LITEVK_ASSIGN_OR_RETURN(const int axis, ReadAxis(inputs.query()));
  return ForType<float, int8_t, uint8_t, int16_t, int32_t, int64_t, bool>(
      args.inputs[0].type(), [&]<typename T>(T) {
        return ForType<int32_t, int64_t>(args.outputs[0].type(), [&]<typename Index>(Index) {
          PickAlongAxis<T>(args.inputs[0], axis, better, args.outputs[0].data<Index>());
          return Status();
        });
      });
}

}  // namespace litevk::ref
