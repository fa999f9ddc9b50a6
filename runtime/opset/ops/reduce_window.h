// The window of REDUCE_WINDOW.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/opset/shapes/shape_inference.h"

namespace litevk {

// The window's size, stride and dilation along each dim of the input.
struct ReductionWindow {
  std::vector<int64_t> dims;
  std::vector<int64_t> strides;    // elements from one window to the next
  std::vector<int64_t> dilations;  // elements from one element of a window to the next
};

// Fails if a vector does not have a value for each dim of the input, or a value is not positive.
Result<ReductionWindow> ReadReductionWindow(const ir::ShapeQuery& query);

}  // namespace litevk
