#include "runtime/onnx/families/pool.h"

#include "runtime/onnx/families/activation.h"
#include "runtime/onnx/families/window.h"
#include "runtime/opset/fixed_point.h"

namespace litevk::to_onnx {

Attributes PoolAttributes(const NodeWriter& node) {
  const auto& params = node.params<abi::TfLitePoolParams>();
  return WindowAttributes(
      node, params.padding,
      {{params.filter_height, params.stride_height}, {params.filter_width, params.stride_width}});
}

// Numbers whose scale is not the output's, or that have none, are pooled as they are. They are floats on
// their way where onnxruntime has no kernel of their type.
static Status PoolOfNumbers(NodeWriter& node, std::string_view op, const Attributes& attributes,
                            int activation) {
  const ir::DataType type = node.output(0).type;
  const bool is_cast = type == ir::DataType::kInt16 || activation != abi::kTfLiteActNone;
  const Name numbers = node.ReadStored(0, kChannelsFirst);
  Name pooled = node.Add(op, {is_cast ? node.Cast(numbers, ir::DataType::kFloat32) : numbers}, attributes);
  if (activation != abi::kTfLiteActNone) {
    if (!IsQuantized(node.output(0))) return Unsupported("its activation is of numbers without a scale");
    LITEVK_ASSIGN_OR_RETURN(const QuantizedRange range, QuantizedRangeOf(activation, node.output(0)));
    // The highest number wins where it is below the lowest one.
    const Name raised = node.Add("Max", {pooled, node.Float(static_cast<float>(range.min))});
    pooled = node.Add("Min", {raised, node.Float(static_cast<float>(range.max))});
  }
  node.WriteStored(0, is_cast ? node.Cast(pooled, type) : pooled, kChannelsFirst);
  return {};
}

Status Pool(NodeWriter& node, std::string_view op, const Attributes& further) {
  const int activation = node.params<abi::TfLitePoolParams>().activation;
  Attributes attributes = PoolAttributes(node);
  attributes.insert(attributes.end(), further.begin(), further.end());
  const bool has_numbers = kNumbers.contains(node.output(0).type) && !node.is_scaled(0);
  if (has_numbers) return PoolOfNumbers(node, op, attributes, activation);
  const Name pooled = node.Add(op, {node.Read(0, kChannelsFirst)}, attributes);
  return WriteActivated(node, pooled, activation, kChannelsFirst);
}

}  // namespace litevk::to_onnx
