#include "onnx/common/activation.h"
#include "onnx/conv/pool.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status L2Pool2d(NodeWriter& node) {
  const Name value = node.Read(0, kChannelsFirst);
  const Name mean = MeansInWindows(node, node.onnx().Add("Mul", {value, value}));
  const int activation = node.params<abi::TfLitePoolParams>().activation;
  return WriteActivated(node, node.onnx().Add("Sqrt", {mean}), activation, kChannelsFirst);
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(l2_pool_2d, .write = L2Pool2d)
