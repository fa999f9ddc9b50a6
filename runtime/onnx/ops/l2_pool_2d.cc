#include "runtime/onnx/families/activation.h"
#include "runtime/onnx/families/pool.h"
#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status L2Pool2d(NodeWriter& node) {
  const Name value = node.Read(0, kChannelsFirst);
  Attributes attributes = PoolAttributes(node);
  attributes.push_back({"count_include_pad", int64_t{0}});
  const Name mean = node.Add("AveragePool", {node.Add("Mul", {value, value})}, attributes);
  const int activation = node.params<abi::TfLitePoolParams>().activation;
  return WriteActivated(node, node.Add("Sqrt", {mean}), activation, kChannelsFirst);
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(l2_pool_2d, .write = L2Pool2d)
