#include "runtime/onnx/families/activation.h"

#include <limits>

namespace litevk::to_onnx {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

Name Clamped(NodeWriter& node, const Name& value, double low, double high) {
  const bool is_relu = low == 0 && high == kInfinity;
  if (is_relu && node.output(0).type == ir::DataType::kFloat32) return node.Add("Relu", {value});
  // Relu takes integers from opset 14 on.
  if (high == kInfinity) return node.Add("Max", {value, node.NumberLike(node.output(0), low)});
  const Name lowest = node.NumberLike(node.output(0), low);
  return node.Add("Clip", {value, lowest, node.NumberLike(node.output(0), high)});
}

Result<Name> Activated(NodeWriter& node, const Name& value, int activation) {
  switch (activation) {
    case abi::kTfLiteActNone:
      return value;
    case abi::kTfLiteActRelu:
      return Clamped(node, value, 0, kInfinity);
    case abi::kTfLiteActReluN1To1:
      return Clamped(node, value, -1, 1);
    case abi::kTfLiteActRelu6:
      return Clamped(node, value, 0, 6);
    default:
      // TFLite's own kernels leave these out, so that there is no result to agree with.
      return Unsupported("TFLite does not compute its fused activation, number " +
                         std::to_string(activation));
  }
}

Status WriteActivated(NodeWriter& node, const Name& value, int activation, const Order& order) {
  LITEVK_ASSIGN_OR_RETURN(const Name activated, Activated(node, value, activation));
  node.Write(0, activated, order);
  return {};
}

}  // namespace litevk::to_onnx
