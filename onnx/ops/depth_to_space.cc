#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static bool IsNative(ir::DataType type) {
  return type == ir::DataType::kFloat32 || type == ir::DataType::kUInt8;
}

static Status DepthToSpace(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const int64_t size = node.params<abi::TfLiteBlockSizeParams>().block_size;
  const Name value = node.Read(0, kChannelsFirst);
  if (node.is_scaled(0) || IsNative(node.input(0).type)) {
    const Attributes attributes = {{"blocksize", size}, {"mode", std::string("DCR")}};
    node.Write(0, onnx.Add("DepthToSpace", {value}, attributes), kChannelsFirst);
    return {};
  }
  // onnxruntime has no kernel for other types. It can transpose all of them.
  const std::vector<int64_t> to = WrittenDims(node.output(0).dims, kChannelsFirst);
  const Name blocks = onnx.Reshape(value, {to[0], size, size, to[1], to[2] / size, to[3] / size});
  node.Write(0, onnx.Reshape(onnx.Transpose(blocks, {0, 3, 4, 1, 5, 2}), to), kChannelsFirst);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(depth_to_space, .write = DepthToSpace)
