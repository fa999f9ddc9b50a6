// Boxes that are kept because they overlap no better one.
#pragma once

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

struct SuppressionRule {
  Name most;  // of a class
  Name most_overlap;
  Name least_score;  // that a box has to exceed
};

// Returns the places {kept, 3} of the boxes that stay: image, class and box. `boxes` are {1, boxes, 4} and
// `scores` {1, classes, boxes}.
Name KeptBoxes(NodeWriter& node, const Name& boxes, const Name& scores, const SuppressionRule& rule);

// Returns one column of such places, as a vector.
Name ColumnOf(NodeWriter& node, const Name& places, int64_t column);

// Returns how many rows a value has, as a vector of one element.
Name RowCount(NodeWriter& node, const Name& value);

// Returns a value with so many rows, whose last ones are zeros where it has fewer. `zeros` has one element.
Name WithRows(NodeWriter& node, const Name& value, const Name& zero, std::vector<int64_t> dims);

// Returns a vector with as many elements as a run says, a vector of one number.
Name WithElements(NodeWriter& node, const Name& value, const Name& zero, const Name& count);

}  // namespace litevk::to_onnx
