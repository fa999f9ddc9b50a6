#include "onnx/common/soft_suppression.h"

#include <optional>

#include "onnx.pb.h"
#include "onnx/common/control_flow.h"
#include "onnx/common/detections.h"
#include "onnx/common/non_max_suppression.h"
#include "runtime/opset/common/non_max_suppression.h"

namespace litevk::to_onnx {
namespace {

// Values of the outer graph that an iteration reads.
struct Surroundings {
  Name low, high, area;  // for each box: its corners {boxes, 2}, and its area {boxes}
  Name most_overlap, least_score, decay;
  Name zero, first, second;  // constants
};

ir::Tensor Described(ir::DataType type, const ir::Shape& dims) {
  ir::Tensor tensor;
  tensor.type = type;
  tensor.dims = dims;
  return tensor;
}

// Returns the product of the side lengths, {boxes, 2}.
Name Product(GraphWriter& writer, const Name& sides, const Surroundings& around) {
  const auto side = [&](const Name& position) {
    return writer.Add("Gather", {sides, position}, {{"axis", int64_t{1}}});
  };
  return writer.Add("Mul", {side(around.first), side(around.second)});
}

Surroundings Prepared(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const Name boxes = node.Read(kBoxes, {});
  const Name one = onnx.Slice(boxes, {0}, {2}, {1});
  const Name other = onnx.Slice(boxes, {2}, {4}, {1});
  Surroundings around = {.low = onnx.Add("Min", {one, other}),
                         .high = onnx.Add("Max", {one, other}),
                         .area = {},
                         .most_overlap = node.Read(kIouThreshold, {}),
                         .least_score = node.Read(kScoreThreshold, {}),
                         .decay = onnx.Float(0),
                         .zero = onnx.Float(0),
                         .first = onnx.Int(0),
                         .second = onnx.Int(1)};
  around.area = Product(onnx.writer(), onnx.Add("Sub", {around.high, around.low}), around);
  if (node.has(kSigma)) {
    const Name sigma = node.Read(kSigma, {});
    const Name is_soft = onnx.Add("Greater", {sigma, around.zero});
    around.decay = onnx.Add("Where", {is_soft, onnx.Add("Div", {onnx.Float(-0.5F), sigma}), around.zero});
  }
  return around;
}

// Returns the intersection over union of each box with the box at index `position`; 0 if one of them is
// empty.
Name Overlaps(GraphWriter& writer, const Name& position, const Surroundings& around) {
  const auto of_taken = [&](const Name& value) {
    return writer.Add("Gather", {value, position}, {{"axis", int64_t{0}}});
  };
  const Name end = writer.Add("Min", {around.high, of_taken(around.high)});
  const Name begin = writer.Add("Max", {around.low, of_taken(around.low)});
  const Name common =
      Product(writer, writer.Add("Max", {writer.Add("Sub", {end, begin}), around.zero}), around);
  const Name area = of_taken(around.area);
  const Name together = writer.Add("Sub", {writer.Add("Add", {around.area, area}), common});
  const Name are_boxes = writer.Add(
      "And", {writer.Add("Greater", {around.area, around.zero}), writer.Add("Greater", {area, around.zero})});
  return writer.Add("Where", {are_boxes, writer.Add("Div", {common, together}), around.zero});
}

// Returns the scores after an iteration. Scores of dropped boxes are at most the least score.
Name Lowered(GraphWriter& writer, const Name& scores, const Name& overlaps, const Surroundings& around) {
  const Name power = writer.Add("Mul", {writer.Add("Mul", {around.decay, overlaps}), overlaps});
  const Name lower = writer.Add("Mul", {scores, writer.Add("Exp", {power})});
  const Name is_out = writer.Add("GreaterOrEqual", {overlaps, around.most_overlap});
  const Name left = writer.Add("Where", {is_out, around.least_score, lower});
  return writer.Add("Where", {writer.Add("Greater", {scores, around.least_score}), left, scores});
}

void WriteRound(NodeWriter& node, const Surroundings& around, ::onnx::GraphProto& body) {
  GraphWriter writer(body, node.onnx().writer());
  const ir::Tensor scores = Described(ir::DataType::kFloat32, node.input(kScores).dims);
  const ir::Tensor flag = Described(ir::DataType::kBool, {});
  AddEdge(writer.Unique("round"), Described(ir::DataType::kInt64, {}), *body.add_input());
  AddEdge(writer.Unique("goes_on"), flag, *body.add_input());
  const Name given = writer.Unique("scores");
  AddEdge(given, scores, *body.add_input());
  const Name position = writer.Add("ArgMax", {given}, {{"axis", int64_t{0}}, {"keepdims", int64_t{0}}});
  const Name best = writer.Add("Gather", {given, position}, {{"axis", int64_t{0}}});
  const Name left = Lowered(writer, given, Overlaps(writer, position, around), around);
  const Name highest = writer.Add("ReduceMax", {left}, {{"keepdims", int64_t{0}}});
  AddResult(writer, writer.Add("Greater", {highest, around.least_score}), flag, body);
  AddResult(writer, left, scores, body);
  AddResult(writer, position, Described(ir::DataType::kInt64, {}), body);
  AddResult(writer, best, Described(ir::DataType::kFloat32, {}), body);
  writer.Finish();
}

// Returns the largest number of iterations: one for each box that may be taken.
Name MostRounds(NodeWriter& node, const Name& scores, const Name& least_score) {
  Emitter& onnx = node.onnx();
  const Name may_be_taken = onnx.Cast(onnx.Add("Greater", {scores, least_score}), ir::DataType::kInt64);
  const Name count = onnx.Add("ReduceSum", {may_be_taken}, {{"keepdims", int64_t{0}}});
  return onnx.Add("Min", {count, onnx.Reshape(MostKept(node), {})});
}

Status SuppressInLoop(NodeWriter& node) {
  const Surroundings around = Prepared(node);
  const Name scores = node.Read(kScores, {});
  ::onnx::NodeProto& loop =
      node.onnx().writer().AddNode("Loop", {MostRounds(node, scores, around.least_score), "", scores});
  WriteRound(node, around, AddGraph(loop, "body"));
  const std::vector<Name> results = node.onnx().writer().AddResults(loop, 3);
  WriteKept(node, results[1], node.output_count() == 3 ? results[2] : Name());
  return {};
}

}  // namespace

Status SuppressAsAsked(NodeWriter& node) {
  const std::optional<float> sigma = node.has(kSigma) ? StoredFloat(node.input(kSigma)) : 0.0F;
  const std::optional<float> overlap = StoredFloat(node.input(kIouThreshold));
  const bool is_usual = !overlap || (*overlap > 0 && *overlap <= 1);
  return sigma == 0.0F && is_usual ? SuppressBoxes(node) : SuppressInLoop(node);
}

}  // namespace litevk::to_onnx
