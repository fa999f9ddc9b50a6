#include "onnx/common/detections.h"

namespace litevk::to_onnx {

Name KeptBoxes(NodeWriter& node, const Name& boxes, const Name& scores, const SuppressionRule& rule) {
  return node.Add("NonMaxSuppression", {boxes, scores, rule.most, rule.most_overlap, rule.least_score});
}

Name ColumnOf(NodeWriter& node, const Name& places, int64_t column) {
  return node.Add("Gather", {places, node.Int(column)}, {{"axis", int64_t{1}}});
}

Name RowCount(NodeWriter& node, const Name& value) {
  return node.Slice(node.Add("Shape", {value}), {0}, {1}, {0});
}

Name WithRows(NodeWriter& node, const Name& value, const Name& zero, std::vector<int64_t> dims) {
  const Name zeros = node.Add("Expand", {zero, node.Dims(dims)});
  return node.Slice(node.Concat({value, zeros}, 0), {0}, {dims[0]}, {0});
}

Name WithElements(NodeWriter& node, const Name& value, const Name& zero, const Name& count) {
  const Name zeros = node.Add("Expand", {zero, count});
  return node.Add("Slice", {node.Concat({value, zeros}, 0), node.Dims({0}), count});
}

}  // namespace litevk::to_onnx
