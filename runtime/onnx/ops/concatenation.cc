#include "runtime/onnx/families/activation.h"
#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status Concatenation(NodeWriter& node) {
  const auto& params = node.params<abi::TfLiteConcatenationParams>();
  const Order& order = node.output_order(0);
  const int rank = node.output(0).dims.rank();
  std::vector<Name> inputs;
  for (size_t i = 0; i < node.input_count(); ++i) {
    const Name value = node.Read(i, order);
    inputs.push_back(node.input(i).dims.rank() == 0 ? node.Reshape(value, {1}) : value);
  }
  const int64_t axis = Moved(params.axis, order, rank);
  return WriteActivated(node, node.Add("Concat", inputs, {{"axis", axis}}), params.activation, order);
}

static std::optional<int> JoinsAlong(const ir::Params& params) {
  const auto& concatenation = params.As<abi::TfLiteConcatenationParams>();
  if (concatenation.activation != abi::kTfLiteActNone) return std::nullopt;
  return concatenation.axis;
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(concatenation, .write = Concatenation, .numbers = NumberUse::kUint8Converted,
               .joins_along = JoinsAlong, .is_polynomial = true)
