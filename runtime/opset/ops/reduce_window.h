// The window of REDUCE_WINDOW.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/opset/shape_inference.h"

namespace litevk {

// One value of each for every dim of the input.
struct ReductionWindow {
  std::vector<int64_t> dims;
  std::vector<int64_t> strides;    // from one window to the next
  std::vector<int64_t> dilations;  // from one element of a window to the next
};

// Fails where a vector is not as long as the input has dims or a value is not positive.
Result<ReductionWindow> ReadReductionWindow(const ir::ShapeQuery& query);

}  // namespace litevk
