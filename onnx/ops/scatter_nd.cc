#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Name DimsOfResult(NodeWriter& node) {
  if (node.input(2).is_known()) return node.onnx().Dims(WrittenDims(node.output(0).dims, {}));
  return node.onnx().Cast(node.ReadStored(2, {}), ir::DataType::kInt64);
}

// Updates with equal indices are added.
static Status ScatterNd(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  if (node.settings().opset < 16)
    return Unsupported("ONNX adds up updates of one position from opset 16 on: use --opset 16");
  const Name zeros = onnx.Add("Expand", {node.ScalarLike(node.input(1), 0), DimsOfResult(node)});
  const Name indices = onnx.Cast(node.ReadStored(0, {}), ir::DataType::kInt64);
  node.Write(
      0, onnx.Add("ScatterND", {zeros, indices, node.Read(1, {})}, {{"reduction", std::string("add")}}), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(scatter_nd, .write = ScatterNd, .types = {.native = kNumeric},
               .quantization = {.use = QuantizedUse::kScaleIgnored}, .dims = {.from_values = true})
