#include "onnx/common/non_max_suppression.h"

#include <cmath>
#include <cstring>
#include <optional>

#include "onnx/common/detections.h"
#include "runtime/opset/common/non_max_suppression.h"

namespace litevk::to_onnx {

std::optional<float> StoredFloat(const ir::Tensor& tensor) {
  float value = 0;
  if (!tensor.is_known() || tensor.data.size() < sizeof(value)) return std::nullopt;
  std::memcpy(&value, tensor.data.data(), sizeof(value));
  return value;
}

// ONNX drops a box if the overlap exceeds the threshold, TFLite already if it is equal. A stored threshold is
// in (0, 1]. SuppressInLoop handles others.
static Name MostOverlap(NodeWriter& node) {
  const std::optional<float> threshold = StoredFloat(node.input(kIouThreshold));
  if (!threshold) return node.onnx().Reshape(node.Read(kIouThreshold, {}), {1});
  return node.onnx().Floats({std::nextafter(*threshold, 0.0F)}, {1});
}

Name MostKept(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const Result<std::vector<int64_t>> stored = node.Known(kMostSelected);
  if (stored.ok()) return onnx.Dims({stored->front()});
  return onnx.Reshape(onnx.Cast(node.ReadStored(kMostSelected, {}), ir::DataType::kInt64), {1});
}

Status SuppressBoxes(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const Name scores = node.Read(kScores, {});
  const SuppressionRule rule = {.most = MostKept(node),
                                .most_overlap = MostOverlap(node),
                                .least_score = onnx.Reshape(node.Read(kScoreThreshold, {}), {1})};
  const Name kept =
      KeptBoxes(onnx, onnx.Unsqueeze(node.Read(kBoxes, {}), {0}), onnx.Unsqueeze(scores, {0, 1}), rule);
  const Name indices = ColumnOf(onnx, kept, 2);
  const bool has_scores = node.output_count() == 3;
  WriteKept(node, indices,
            has_scores ? onnx.Add("Gather", {scores, indices}, {{"axis", int64_t{0}}}) : Name());
  return {};
}

void WriteKept(NodeWriter& node, const Name& indices, const Name& scores) {
  Emitter& onnx = node.onnx();
  const Name room = MostKept(node);
  const Name whole = WithElements(onnx, indices, onnx.Int(0), room);
  node.WriteStored(0, onnx.Cast(whole, ir::DataType::kInt32), {});
  if (!scores.empty()) node.Write(1, WithElements(onnx, scores, onnx.Float(0), room), {});
  const Name count = onnx.Cast(onnx.Reshape(RowCount(onnx, indices), {}), ir::DataType::kInt32);
  node.WriteStored(node.output_count() - 1, count, {});
}

}  // namespace litevk::to_onnx
