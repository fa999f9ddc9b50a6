#include "runtime/onnx/families/activation.h"

#include <cmath>
#include <limits>

namespace litevk::to_onnx {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Says whether the quantized output has no numbers beyond the bounds.
bool IsImplied(const ir::Tensor& tensor, double low, double high) {
  if (!IsQuantized(tensor) || tensor.quantization.scales.size() != 1) return false;
  const double scale = tensor.quantization.scales.front();
  const double zero = tensor.quantization.zero_points.empty() ? 0 : tensor.quantization.zero_points.front();
  const ir::IntegerRange range = ir::RangeOf(tensor.type);
  return zero + std::round(low / scale) <= static_cast<double>(range.lowest) &&
         zero + std::round(high / scale) >= static_cast<double>(range.highest);
}

}  // namespace

Name Clamped(NodeWriter& node, const Name& value, double low, double high) {
  if (low == 0 && high == kInfinity) return node.Add("Relu", {value});
  const Name lowest = node.NumberLike(node.output(0), low);
  return node.Add("Clip", {value, lowest, node.NumberLike(node.output(0), high)});
}

Result<Name> Activated(NodeWriter& node, const Name& value, int activation) {
  const auto clamped = [&](double low, double high) {
    return IsImplied(node.output(0), low, high) ? value : Clamped(node, value, low, high);
  };
  switch (activation) {
    case abi::kTfLiteActNone:
      return value;
    case abi::kTfLiteActRelu:
      return clamped(0, kInfinity);
    case abi::kTfLiteActReluN1To1:
      return clamped(-1, 1);
    case abi::kTfLiteActRelu6:
      return clamped(0, 6);
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
