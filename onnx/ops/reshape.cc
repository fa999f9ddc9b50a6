#include "onnx/common/reshape.h"
#include "onnx/common/complex.h"

namespace litevk::to_onnx {
namespace {

// True if the dims are computed at run time. InferReshape ignores any other shape.
bool IsShapeOfRun(const NodeFacts& node) {
  if (!node.has(1)) return false;
  const ir::Tensor& shape = node.input(1);
  return !shape.is_known() && shape.type == ir::DataType::kInt32 && shape.dims.rank() == 1;
}

Status WriteTo(NodeWriter& node, const Name& shape) {
  // A 0 is an empty dim in TFLite.
  Attributes attributes;
  if (node.settings().opset >= 14) attributes = {{"allowzero", int64_t{1}}};
  node.Write(0, node.onnx().Add("Reshape", {node.Read(0, {}), shape}, attributes), {});
  return {};
}

}  // namespace

static Status Reshape(NodeWriter& node) {
  if (!IsShapeOfRun(node) || IsComplex(node.input(0))) return WriteReshaped(node);
  return WriteTo(node, node.onnx().Cast(node.ReadStored(1, {}), ir::DataType::kInt64));
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(reshape, .write = Reshape, .types = {.takes_complex = true}, .join = {.reshapes = true},
               .dims = {.from_values = true, .is_polynomial = true})
