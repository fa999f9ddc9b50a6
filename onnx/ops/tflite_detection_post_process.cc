#include <algorithm>
#include <cmath>
#include <limits>

#include "onnx/common/detections.h"
#include "onnx/common/reduce.h"
#include "onnx/write/node_writer.h"
#include "runtime/opset/ops/tflite_detection_post_process.h"

namespace litevk::to_onnx {

namespace {

// The decoded boxes {boxes, 4}, and the scores {boxes, classes} without the background class.
struct Candidates {
  Name boxes;
  Name scores;
  int64_t count;
};

// Decodes boxes. The encoded center is relative to the anchor's size, and the encoded size is a logarithmic
// factor.
Candidates Decoded(NodeWriter& node) {
  const auto& params = node.params<DetectionPostProcessParams>();
  const ir::Shape& codes = node.input(0).dims;
  const ir::Shape& scores = node.input(1).dims;
  const Name code = node.Reshape(node.Read(0, {}), {codes[1], codes[2]});
  Name anchors = node.Read(2, {});
  if (node.input(2).dims[0] > codes[1]) anchors = node.Slice(anchors, {0}, {codes[1]}, {0});
  const auto columns = [&](const Name& value, int64_t from) {
    return node.Slice(value, {from}, {from + 2}, {1});
  };
  const Name scale = node.Floats({params.scales[0], params.scales[1]}, {2});
  const Name size_scale = node.Floats({params.scales[2], params.scales[3]}, {2});
  const Name sizes = columns(anchors, 2);
  const Name moved = node.Add("Mul", {node.Add("Div", {columns(code, 0), scale}), sizes});
  const Name center = node.Add("Add", {moved, columns(anchors, 0)});
  const Name factor = node.Add("Exp", {node.Add("Div", {columns(code, 2), size_scale})});
  const Name half = node.Add("Mul", {node.Add("Mul", {node.Float(0.5F), factor}), sizes});
  const Name boxes = node.Concat({node.Add("Sub", {center, half}), node.Add("Add", {center, half})}, 1);
  Name classes = node.Reshape(node.Read(1, {}), {scores[1], scores[2]});
  const bool has_background = scores[2] > params.num_classes;
  if (has_background) classes = node.Slice(classes, {scores[2] - params.num_classes}, {scores[2]}, {1});
  return {boxes, classes, codes[1]};
}

// ONNX keeps scores that exceed the threshold, TFLite also those that equal it.
SuppressionRule RuleOf(NodeWriter& node, int most) {
  const auto& params = node.params<DetectionPostProcessParams>();
  const float below = std::nextafter(params.score_threshold, -std::numeric_limits<float>::infinity());
  return {node.Ints({most}, {1}), node.Floats({params.iou_threshold}, {1}), node.Floats({below}, {1})};
}

Name Taken(NodeWriter& node, const Name& value, const Name& rows) {
  return node.Add("Gather", {value, rows}, {{"axis", int64_t{0}}});
}

struct Detections {
  Name boxes;    // {any number, 4}
  Name classes;  // classes of the boxes, as floats
  Name scores;
  Name count;  // a vector of one element
};

void WriteDetections(NodeWriter& node, const Detections& found) {
  const int64_t rows = node.output(1).dims.NumElements();
  const auto write = [&](size_t output, const Name& value, const std::vector<int64_t>& dims) {
    const Name whole = WithRows(node, value, node.Float(0), dims);
    node.Write(output, node.Reshape(whole, WrittenDims(node.output(output).dims, {})), {});
  };
  write(0, found.boxes, {rows, kBoxValues});
  write(1, found.classes, {rows});
  write(2, found.scores, {rows});
  const Name count = node.Cast(found.count, ir::DataType::kFloat32);
  node.Write(3, node.Reshape(count, WrittenDims(node.output(3).dims, {})), {});
}

// Judges each box by its best class. A box has a row for each of its best classes.
void DetectFast(NodeWriter& node, const Candidates& all) {
  const auto& params = node.params<DetectionPostProcessParams>();
  const int64_t rows = params.max_classes_per_detection;
  const Name best = Reduced(node, "ReduceMax", all.scores, {1}, false);
  const Name kept = KeptBoxes(node, node.Unsqueeze(all.boxes, {0}), node.Unsqueeze(best, {0, 1}),
                              RuleOf(node, params.max_detections));
  const Name places = ColumnOf(node, kept, 2);
  const int64_t labels = std::min<int64_t>(rows, params.num_classes);
  const std::vector<Name> top =
      node.AddMany("TopK", {Taken(node, all.scores, places), node.Dims({labels})}, {{"axis", int64_t{1}}}, 2);
  Name boxes = node.Unsqueeze(Taken(node, all.boxes, places), {1});
  Name scores = top[0];
  Name classes = node.Cast(top[1], ir::DataType::kFloat32);
  if (labels > 1) boxes = node.Add("Expand", {boxes, node.Dims({1, labels, kBoxValues})});
  if (labels < rows) {
    boxes = node.Pad(boxes, {0, 0, 0, 0, rows - labels, 0}, node.Float(0));
    scores = node.Pad(scores, {0, 0, 0, rows - labels}, node.Float(0));
    classes = node.Pad(classes, {0, 0, 0, rows - labels}, node.Float(0));
  }
  WriteDetections(node, {node.Reshape(boxes, {-1, kBoxValues}), node.Reshape(classes, {-1}),
                         node.Reshape(scores, {-1}), RowCount(node, kept)});
}

// Suppresses boxes separately for each class, and keeps the highest scores of all classes.
void DetectRegular(NodeWriter& node, const Candidates& all) {
  const auto& params = node.params<DetectionPostProcessParams>();
  const Name by_class = node.Transpose(all.scores, {1, 0});
  const Name kept = KeptBoxes(node, node.Unsqueeze(all.boxes, {0}), node.Unsqueeze(by_class, {0}),
                              RuleOf(node, params.detections_per_class));
  const Name pairs = node.Slice(kept, {1}, {3}, {1});
  const Name scores = node.Add("GatherND", {by_class, pairs});
  const Name count = node.Add("Min", {RowCount(node, kept), node.Ints({params.max_detections}, {1})});
  const std::vector<Name> top = node.AddMany("TopK", {scores, count}, {{"axis", int64_t{0}}}, 2);
  const Name rows = Taken(node, kept, top[1]);
  WriteDetections(node, {Taken(node, all.boxes, ColumnOf(node, rows, 2)),
                         node.Cast(ColumnOf(node, rows, 1), ir::DataType::kFloat32), top[0], count});
}

}  // namespace

static Status DetectionPostProcess(NodeWriter& node) {
  const Candidates all = Decoded(node);
  if (node.params<DetectionPostProcessParams>().is_regular) {
    DetectRegular(node, all);
  } else {
    DetectFast(node, all);
  }
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(tflite_detection_post_process, .write = DetectionPostProcess)
