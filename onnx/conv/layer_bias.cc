#include "onnx/conv/layer_bias.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace litevk::to_onnx {

bool HasWideBias(const NodeFacts& node, size_t index) {
  if (!node.has(index) || !node.input(index).is_known()) return false;
  if (node.input(index).type != ir::DataType::kInt64) return false;
  return std::ranges::any_of(ir::StoredIndices(node.input(index)),
                             [](int64_t value) { return value != static_cast<int32_t>(value); });
}

Name ReadBiasVector(NodeWriter& node, size_t index) {
  const Name bias = node.Read(index, {});
  const ir::Shape& dims = node.input(index).dims;
  return dims.rank() == 1 ? bias : node.onnx().Reshape(bias, {dims.NumElements()});
}

Name AddBias(NodeWriter& node, const Name& value, size_t bias, size_t rank) {
  std::vector<int64_t> channels(rank, 1);
  channels[1] = node.input(bias).dims.NumElements();
  return node.onnx().Add("Add", {value, node.onnx().Reshape(node.Read(bias, {}), channels)});
}

}  // namespace litevk::to_onnx
