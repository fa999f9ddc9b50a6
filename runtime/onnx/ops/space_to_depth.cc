#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status SpaceToDepth(NodeWriter& node) {
  const int64_t size = node.params<abi::TfLiteBlockSizeParams>().block_size;
  const Name value = node.Read(0, kChannelsFirst);
  node.Write(0, node.Add("SpaceToDepth", {value}, {{"blocksize", size}}), kChannelsFirst);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(space_to_depth, .write = SpaceToDepth, .natives = kFloat32)
