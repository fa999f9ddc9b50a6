#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status SpaceToDepth(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const int64_t size = node.params<abi::TfLiteBlockSizeParams>().block_size;
  const Name value = node.Read(0, kChannelsFirst);
  if (node.is_scaled(0) || node.input(0).type == ir::DataType::kFloat32) {
    node.Write(0, onnx.Add("SpaceToDepth", {value}, {{"blocksize", size}}), kChannelsFirst);
    return {};
  }
  // onnxruntime has no kernel for other types. It can transpose all of them.
  const std::vector<int64_t> from = WrittenDims(node.input(0).dims, kChannelsFirst);
  const Name blocks = onnx.Reshape(value, {from[0], from[1], from[2] / size, size, from[3] / size, size});
  const Name moved = onnx.Transpose(blocks, {0, 3, 5, 1, 2, 4});
  node.Write(0, onnx.Reshape(moved, WrittenDims(node.output(0).dims, kChannelsFirst)), kChannelsFirst);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(space_to_depth, .write = SpaceToDepth)
