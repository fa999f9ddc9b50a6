#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status DepthToSpace(NodeWriter& node) {
  const int64_t size = node.params<abi::TfLiteBlockSizeParams>().block_size;
  const Name value = node.Read(0, kChannelsFirst);
  node.Write(0, node.Add("DepthToSpace", {value}, {{"blocksize", size}, {"mode", std::string("DCR")}}),
             kChannelsFirst);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(depth_to_space, .write = DepthToSpace,
               .natives = TypeSet{ir::DataType::kFloat32, ir::DataType::kUInt8})
