#include "runtime/onnx/families/elementwise.h"

#include <cmath>
#include <optional>

#include "runtime/onnx/families/activation.h"
#include "runtime/opset/power_of_two.h"
#include "runtime/opset/same_meaning.h"

namespace litevk::to_onnx {

Status Unary(NodeWriter& node, std::string_view op, const Attributes& attributes) {
  node.Write(0, node.Add(op, {node.Read(0)}, attributes), node.order(0));
  return {};
}

Name ReadBroadcast(NodeWriter& node, size_t input) {
  // A single element is broadcast whatever its place.
  const bool is_single = node.input(input).is_known() && node.input(input).dims.NumElements() == 1 &&
                         node.input(input).dims.rank() <= node.output(0).dims.rank();
  return node.Read(input, is_single ? Order() : node.output_order(0));
}

Status Binary(NodeWriter& node, std::string_view op) {
  const Name left = ReadBroadcast(node, 0);
  node.Write(0, node.Add(op, {left, ReadBroadcast(node, 1)}));
  return {};
}

Status CheckCompared(const NodeWriter& node) {
  if (MeansTheSame(node.input(0), node.input(1))) return {};
  return Unsupported("it compares numbers of two scales, which TFLite rounds first");
}

Status Comparison(NodeWriter& node, std::string_view op) {
  LITEVK_RETURN_IF_ERROR(CheckCompared(node));
  return Binary(node, op);
}

// Scales of int16 that lie beside powers of two count as these in TFLite where the model asks for shifts.
static bool IsTakenForPower(const ir::Tensor& tensor) {
  const float scale = tensor.quantization.scales.front();
  const std::optional<int> exponent = ExponentOf(scale);
  return exponent && scale != std::ldexp(1.0F, *exponent);
}

Status SumOrDifference(NodeWriter& node, std::string_view op) {
  const bool shifts = node.is_scaled(0) && node.output(0).type == ir::DataType::kInt16 &&
                      node.params<abi::TfLiteAddParams>().pot_scale_int16;
  const bool is_off = shifts && (IsTakenForPower(node.input(0)) || IsTakenForPower(node.input(1)) ||
                                 IsTakenForPower(node.output(0)));
  if (is_off) return Unsupported("its scales are beside powers of two, for which TFLite takes them");
  return Arithmetic(node, op);
}

Status Arithmetic(NodeWriter& node, std::string_view op) {
  const Name left = ReadBroadcast(node, 0);
  const Name value = node.Add(op, {left, ReadBroadcast(node, 1)});
  const int activation = node.params<abi::TfLiteArithmeticParams>().activation;
  return WriteActivated(node, value, activation, node.output_order(0));
}

}  // namespace litevk::to_onnx
