#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status Pack(NodeWriter& node) {
  const auto& params = node.params<abi::TfLitePackParams>();
  const int rank = node.output(0).dims.rank();
  const int64_t axis = params.axis < 0 ? params.axis + rank : params.axis;
  std::vector<int64_t> dims = WrittenDims(node.output(0).dims, {});
  dims[static_cast<size_t>(axis)] = 1;
  std::vector<Name> inputs;
  inputs.reserve(node.input_count());
  for (size_t i = 0; i < node.input_count(); ++i)
    inputs.push_back(node.onnx().Reshape(node.Read(i, {}), dims));
  node.Write(0, node.onnx().Add("Concat", inputs, {{"axis", axis}}), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(pack, .write = Pack, .dims = {.is_polynomial = true})
