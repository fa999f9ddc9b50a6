#include "onnx/common/reshape.h"

#include "onnx/common/complex.h"

namespace litevk::to_onnx {

Status WriteReshaped(NodeWriter& node) {
  if (IsComplex(node.input(0))) return WriteReshapedParts(node);
  const Name value = node.Read(0);
  std::vector<int64_t> dims = WrittenDims(node.output(0).dims, node.output_permutation(0));
  if (node.settings().open_axes->has_sides())
    KeepBatch(WrittenDims(node.input(0).dims, node.permutation(0)), dims);
  node.Write(0, node.onnx().Reshape(value, dims));
  return {};
}

}  // namespace litevk::to_onnx
