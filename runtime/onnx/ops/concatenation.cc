#include "runtime/opset/ops/concatenation.h"
#include "runtime/onnx/families/fixed_point_sums.h"
#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Numbers of uint8 in another scale than the output's are looked up in a table.
static Name Joined(NodeWriter& node, size_t index, const Order& order) {
  const bool follows = node.output(0).type == ir::DataType::kUInt8 && FollowsRoundings(node, {index});
  if (!follows || HowJoined(node.input(index), node.output(0)) != JoinedNumbers::kConverted)
    return node.Read(index, order);
  const auto table = ConvertedNumbers(node.input(index), node.output(0));
  return node.Meaning(0, node.LookedUp(index, order, ir::DataType::kUInt8, table), order);
}

static Status Concatenation(NodeWriter& node) {
  const auto& params = node.params<abi::TfLiteConcatenationParams>();
  const Order& order = node.output_order(0);
  const int rank = node.output(0).dims.rank();
  std::vector<Name> inputs;
  for (size_t i = 0; i < node.input_count(); ++i) {
    const Name value = Joined(node, i, order);
    inputs.push_back(node.input(i).dims.rank() == 0 ? node.Reshape(value, {1}) : value);
  }
  const int64_t axis = Moved(params.axis, order, rank);
  node.Write(0, node.Add("Concat", inputs, {{"axis", axis}}), order);
  return {};
}

static std::optional<int> JoinsAlong(const ir::Params& params) {
  const auto& concatenation = params.As<abi::TfLiteConcatenationParams>();
  if (concatenation.activation != abi::kTfLiteActNone) return std::nullopt;
  return concatenation.axis;
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(concatenation, .write = Concatenation, .numbers = NumberUse::kUint8Converted,
               .joins_along = JoinsAlong, .is_polynomial = true)
