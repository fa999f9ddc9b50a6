// Shape rules that the records of SELECT and SELECT_V2 share.
#pragma once

#include <algorithm>

#include "runtime/opset/shapes/shape_inference.h"

namespace litevk {

// True if the output keeps the dims that the model states: all operands and the output have one element.
inline bool KeepsModelDims(const ir::ShapeQuery& query) {
  const auto has_one_element = [](const ir::Shape& shape) {
    return std::ranges::all_of(shape.dims(), [](int dim) { return dim == 1; });
  };
  return has_one_element(query.outputs[0]) && has_one_element(query.input(0)) &&
         has_one_element(query.input(1)) && has_one_element(query.input(2));
}

}  // namespace litevk
