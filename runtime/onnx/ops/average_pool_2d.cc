#include "runtime/onnx/families/activation.h"
#include "runtime/onnx/families/pool.h"
#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Integers are averaged as they are, and rounded away from zero.
static Status AveragePool2d(NodeWriter& node) {
  const Attributes keeps_pads_out = {{"count_include_pad", int64_t{0}}};
  if (node.input(0).type == ir::DataType::kFloat32) return Pool(node, "AveragePool", keeps_pads_out);
  Attributes attributes = PoolAttributes(node);
  attributes.insert(attributes.end(), keeps_pads_out.begin(), keeps_pads_out.end());
  const Name mean = node.Add("AveragePool", {node.ReadNumbers(0, kChannelsFirst)}, attributes);
  const int activation = node.params<abi::TfLitePoolParams>().activation;
  return WriteActivatedNumbers(node, node.NearestNumbers(0, mean), activation, kChannelsFirst);
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(average_pool_2d, .write = AveragePool2d, .natives = kFloat32,
               .numbers = NumberUse::kMeanThemselves)
