#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// The last one of several values with one index wins, as in TFLite.
static Status SparseToDense(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const ir::Shape& output = node.output(0).dims;
  const int64_t rank = output.rank();
  const int64_t count = node.input(0).dims.NumElements() / rank;
  const Name positions = onnx.Reshape(onnx.Cast(node.ReadStored(0, {}), ir::DataType::kInt64), {count, rank});
  const Name filled = onnx.Add("Expand", {node.Read(3, {}), onnx.Dims(WrittenDims(output, {}))});
  const Name values = onnx.Add("Expand", {node.Read(2, {}), onnx.Dims({count})});
  node.Write(0, onnx.Add("ScatterND", {filled, positions, values}), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(sparse_to_dense, .write = SparseToDense, .quantization = {.takes_only_floats = true})
