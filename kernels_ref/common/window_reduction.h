// Reductions over a window that moves along the input by strides. The window's elements may be dilated, and
// all of them lie inside the input.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels_ref/support/strides.h"
#include "runtime/ir/shape.h"

namespace litevk::ref {

// Steps for each dim of the input.
struct WindowSteps {
  ir::Shape window;
  std::vector<int64_t> strides;    // from one window to the next
  std::vector<int64_t> dilations;  // from one element of a window to the next
};

// Computes output = fn(... fn(fn(init, first), second) ..., last) over each window's elements in row-major
// order.
template <typename T, typename Fn>
void ReduceWindows(const T* input, const ir::Shape& input_dims, const WindowSteps& steps, T init, T* output,
                   const ir::Shape& output_dims, Fn fn) {
  std::vector<int64_t> window_strides[] = {DenseStrides(input_dims)};
  std::vector<int64_t> element_strides[] = {DenseStrides(input_dims)};
  for (size_t axis = 0; axis < steps.strides.size(); ++axis) {
    window_strides[0][axis] *= steps.strides[axis];
    element_strides[0][axis] *= steps.dilations[axis];
  }
  const int64_t windows = output_dims.NumElements();
  const int64_t elements = steps.window.NumElements();
  Walker window(output_dims, window_strides);
  for (int64_t position = 0; position < windows; ++position, window.Next()) {
    T total = init;
    Walker element(steps.window, element_strides);
    for (int64_t index = 0; index < elements; ++index, element.Next()) {
      total = fn(total, input[window.offset(0) + element.offset(0)]);
    }
    output[position] = total;
  }
}

}  // namespace litevk::ref
