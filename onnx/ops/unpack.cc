#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status Unpack(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const auto& params = node.params<abi::TfLiteUnpackParams>();
  const int64_t axis = Moved(params.axis, {}, node.input(0).dims.rank());
  const std::vector<int64_t> ones(node.output_count(), 1);
  const std::vector<Name> parts =
      onnx.AddMany("Split", {node.Read(0, {}), onnx.Dims(ones)}, {{"axis", axis}}, node.output_count());
  for (size_t i = 0; i < parts.size(); ++i) {
    node.Write(i, onnx.Reshape(parts[i], WrittenDims(node.output(i).dims, {})), {});
  }
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(unpack, .write = Unpack, .dims = {.is_polynomial = true})
