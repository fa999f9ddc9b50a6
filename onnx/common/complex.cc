#include "onnx/common/complex.h"

namespace litevk::to_onnx {

std::vector<int64_t> DimsOfParts(const ir::Tensor& tensor) {
  std::vector<int64_t> dims = WrittenDims(tensor.dims, {});
  dims.push_back(2);
  return dims;
}

Name ReadPart(NodeWriter& node, int64_t part) {
  return node.onnx().Add("Gather", {node.Read(0, {}), node.onnx().Int(part)}, {{"axis", int64_t{-1}}});
}

Status WriteReshapedParts(NodeWriter& node) {
  if (!node.output_permutation(0).empty())
    return Unsupported("its complex numbers have dims in another order");
  node.Write(0, node.onnx().Reshape(node.Read(0, {}), DimsOfParts(node.output(0))), {});
  return {};
}

}  // namespace litevk::to_onnx
