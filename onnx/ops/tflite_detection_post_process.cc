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
  Emitter& onnx = node.onnx();
  const auto& params = node.params<DetectionPostProcessParams>();
  const ir::Shape& codes = node.input(0).dims;
  const ir::Shape& scores = node.input(1).dims;
  const Name code = onnx.Reshape(node.Read(0, {}), {codes[1], codes[2]});
  Name anchors = node.Read(2, {});
  if (node.input(2).dims[0] > codes[1]) anchors = onnx.Slice(anchors, {0}, {codes[1]}, {0});
  const auto columns = [&](const Name& value, int64_t from) {
    return onnx.Slice(value, {from}, {from + 2}, {1});
  };
  const Name scale = onnx.Floats({params.scales[0], params.scales[1]}, {2});
  const Name size_scale = onnx.Floats({params.scales[2], params.scales[3]}, {2});
  const Name sizes = columns(anchors, 2);
  const Name moved = onnx.Add("Mul", {onnx.Add("Div", {columns(code, 0), scale}), sizes});
  const Name center = onnx.Add("Add", {moved, columns(anchors, 0)});
  const Name factor = onnx.Add("Exp", {onnx.Add("Div", {columns(code, 2), size_scale})});
  const Name half = onnx.Add("Mul", {onnx.Add("Mul", {onnx.Float(0.5F), factor}), sizes});
  const Name boxes = onnx.Concat({onnx.Add("Sub", {center, half}), onnx.Add("Add", {center, half})}, 1);
  Name classes = onnx.Reshape(node.Read(1, {}), {scores[1], scores[2]});
  const bool has_background = scores[2] > params.num_classes;
  if (has_background) classes = onnx.Slice(classes, {scores[2] - params.num_classes}, {scores[2]}, {1});
  return {boxes, classes, codes[1]};
}

// ONNX keeps scores that exceed the threshold, TFLite also those that equal it.
SuppressionRule RuleOf(NodeWriter& node, int most) {
  Emitter& onnx = node.onnx();
  const auto& params = node.params<DetectionPostProcessParams>();
  const float below = std::nextafter(params.score_threshold, -std::numeric_limits<float>::infinity());
  return {onnx.Ints({most}, {1}), onnx.Floats({params.iou_threshold}, {1}), onnx.Floats({below}, {1})};
}

Name Taken(Emitter& onnx, const Name& value, const Name& rows) {
  return onnx.Add("Gather", {value, rows}, {{"axis", int64_t{0}}});
}

struct Detections {
  Name boxes;    // {any number, 4}
  Name classes;  // classes of the boxes, as floats
  Name scores;
  Name count;  // a vector of one element
};

void WriteDetections(NodeWriter& node, const Detections& found) {
  Emitter& onnx = node.onnx();
  const int64_t rows = node.output(1).dims.NumElements();
  const auto write = [&](size_t output, const Name& value, const std::vector<int64_t>& dims) {
    const Name whole = WithRows(onnx, value, onnx.Float(0), dims);
    node.Write(output, onnx.Reshape(whole, WrittenDims(node.output(output).dims, {})), {});
  };
  write(0, found.boxes, {rows, kBoxValues});
  write(1, found.classes, {rows});
  write(2, found.scores, {rows});
  const Name count = onnx.Cast(found.count, ir::DataType::kFloat32);
  node.Write(3, onnx.Reshape(count, WrittenDims(node.output(3).dims, {})), {});
}

// Judges each box by its best class. A box has a row for each of its best classes.
void DetectFast(NodeWriter& node, const Candidates& all) {
  Emitter& onnx = node.onnx();
  const auto& params = node.params<DetectionPostProcessParams>();
  const int64_t rows = params.max_classes_per_detection;
  const Name best = Reduced(node, "ReduceMax", all.scores, {1}, false);
  const Name kept = KeptBoxes(onnx, onnx.Unsqueeze(all.boxes, {0}), onnx.Unsqueeze(best, {0, 1}),
                              RuleOf(node, params.max_detections));
  const Name positions = ColumnOf(onnx, kept, 2);
  const int64_t labels = std::min<int64_t>(rows, params.num_classes);
  const std::vector<Name> top = onnx.AddMany(
      "TopK", {Taken(onnx, all.scores, positions), onnx.Dims({labels})}, {{"axis", int64_t{1}}}, 2);
  Name boxes = onnx.Unsqueeze(Taken(onnx, all.boxes, positions), {1});
  Name scores = top[0];
  Name classes = onnx.Cast(top[1], ir::DataType::kFloat32);
  if (labels > 1) boxes = onnx.Add("Expand", {boxes, onnx.Dims({1, labels, kBoxValues})});
  if (labels < rows) {
    boxes = onnx.Pad(boxes, {0, 0, 0, 0, rows - labels, 0}, onnx.Float(0));
    scores = onnx.Pad(scores, {0, 0, 0, rows - labels}, onnx.Float(0));
    classes = onnx.Pad(classes, {0, 0, 0, rows - labels}, onnx.Float(0));
  }
  WriteDetections(node, {onnx.Reshape(boxes, {-1, kBoxValues}), onnx.Reshape(classes, {-1}),
                         onnx.Reshape(scores, {-1}), RowCount(onnx, kept)});
}

// Suppresses boxes separately for each class, and keeps the highest scores of all classes.
void DetectRegular(NodeWriter& node, const Candidates& all) {
  Emitter& onnx = node.onnx();
  const auto& params = node.params<DetectionPostProcessParams>();
  const Name by_class = onnx.Transpose(all.scores, {1, 0});
  const Name kept = KeptBoxes(onnx, onnx.Unsqueeze(all.boxes, {0}), onnx.Unsqueeze(by_class, {0}),
                              RuleOf(node, params.detections_per_class));
  const Name pairs = onnx.Slice(kept, {1}, {3}, {1});
  const Name scores = onnx.Add("GatherND", {by_class, pairs});
  const Name count = onnx.Add("Min", {RowCount(onnx, kept), onnx.Ints({params.max_detections}, {1})});
  const std::vector<Name> top = onnx.AddMany("TopK", {scores, count}, {{"axis", int64_t{0}}}, 2);
  const Name rows = Taken(onnx, kept, top[1]);
  WriteDetections(node, {Taken(onnx, all.boxes, ColumnOf(onnx, rows, 2)),
                         onnx.Cast(ColumnOf(onnx, rows, 1), ir::DataType::kFloat32), top[0], count});
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
