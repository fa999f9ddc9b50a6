#include "runtime/onnx/families/pool.h"

#include "runtime/onnx/families/activation.h"
#include "runtime/onnx/families/window.h"

namespace litevk::to_onnx {

Attributes PoolAttributes(const NodeWriter& node) {
  const auto& params = node.params<abi::TfLitePoolParams>();
  return WindowAttributes(
      node, params.padding,
      {{params.filter_height, params.stride_height}, {params.filter_width, params.stride_width}});
}

Status Pool(NodeWriter& node, std::string_view op, const Attributes& further) {
  const int activation = node.params<abi::TfLitePoolParams>().activation;
  if (activation != abi::kTfLiteActNone && IsQuantized(node.output(0)) && !node.is_scaled(0)) {
    return Unsupported("its activation is of numbers in another scale than the input's");
  }
  Attributes attributes = PoolAttributes(node);
  attributes.insert(attributes.end(), further.begin(), further.end());
  const Name pooled = node.Add(op, {node.Read(0, kChannelsFirst)}, attributes);
  return WriteActivated(node, pooled, activation, kChannelsFirst);
}

}  // namespace litevk::to_onnx
