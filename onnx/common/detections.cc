#include "onnx/common/detections.h"

namespace litevk::to_onnx {

Name KeptBoxes(Emitter& onnx, const Name& boxes, const Name& scores, const SuppressionRule& rule) {
  return onnx.Add("NonMaxSuppression", {boxes, scores, rule.most, rule.most_overlap, rule.least_score});
}

Name ColumnOf(Emitter& onnx, const Name& positions, int64_t column) {
  return onnx.Add("Gather", {positions, onnx.Int(column)}, {{"axis", int64_t{1}}});
}

Name RowCount(Emitter& onnx, const Name& value) {
  return onnx.Slice(onnx.Add("Shape", {value}), {0}, {1}, {0});
}

Name WithRows(Emitter& onnx, const Name& value, const Name& zero, std::vector<int64_t> dims) {
  const Name zeros = onnx.Add("Expand", {zero, onnx.Dims(dims)});
  return onnx.Slice(onnx.Concat({value, zeros}, 0), {0}, {dims[0]}, {0});
}

Name WithElements(Emitter& onnx, const Name& value, const Name& zero, const Name& count) {
  const Name zeros = onnx.Add("Expand", {zero, count});
  return onnx.Add("Slice", {onnx.Concat({value, zeros}, 0), onnx.Dims({0}), count});
}

}  // namespace litevk::to_onnx
