// Non-maximum suppression of boxes.
#pragma once

#include "onnx/write/emitter.h"

namespace litevk::to_onnx {

struct SuppressionRule {
  Name most;  // largest number of boxes of a class
  Name most_overlap;
  Name least_score;  // score that a box must exceed
};

// Returns the indices {kept, 3} of the kept boxes: image, class and box. `boxes` are {1, boxes, 4} and
// `scores` {1, classes, boxes}.
Name KeptBoxes(Emitter& onnx, const Name& boxes, const Name& scores, const SuppressionRule& rule);

// Returns one column of KeptBoxes(), as a vector.
Name ColumnOf(Emitter& onnx, const Name& positions, int64_t column);

// Returns the number of rows of a value, as a vector of one element.
Name RowCount(Emitter& onnx, const Name& value);

// Returns a value cropped or zero-padded to dims[0] rows. `zero` has one element.
Name WithRows(Emitter& onnx, const Name& value, const Name& zero, std::vector<int64_t> dims);

// Returns a vector cropped or zero-padded to a length that is known at run time. `count` is a vector of one
// element.
Name WithElements(Emitter& onnx, const Name& value, const Name& zero, const Name& count);

}  // namespace litevk::to_onnx
