#include "onnx/common/segments.h"

#include <limits>

namespace litevk::to_onnx {

double LowestOf(ir::DataType type) {
  if (type == ir::DataType::kFloat32) return std::numeric_limits<float>::lowest();
  return std::numeric_limits<int32_t>::lowest();
}

double HighestOf(ir::DataType type) {
  if (type == ir::DataType::kFloat32) return std::numeric_limits<float>::max();
  return std::numeric_limits<int32_t>::max();
}

Status ReduceSegments(NodeWriter& node, std::string_view reduction, double initial) {
  Emitter& onnx = node.onnx();
  const int first = reduction == "add" || reduction == "mul" ? 16 : 18;
  if (node.settings().opset < first) {
    const std::string opset = std::to_string(first);
    return Unsupported("ONNX reduces parts from opset " + opset + " on: use --opset " + opset);
  }
  const int64_t segments = node.output(0).dims[0];
  std::vector<int64_t> dims = WrittenDims(node.output(0).dims, {});
  ++dims[0];  // one more, for elements without a segment
  const Name start = onnx.Add("Expand", {node.ScalarLike(node.input(0), initial), onnx.Dims(dims)});
  const Name ids = onnx.Reshape(onnx.Cast(node.ReadStored(1, {}), ir::DataType::kInt64),
                                {node.input(1).dims.NumElements(), 1});
  const Name is_none = onnx.Add("Less", {ids, onnx.Int(0)});
  const Name positions = onnx.Add("Where", {is_none, onnx.Int(segments), ids});
  dims[0] = node.input(1).dims.NumElements();
  const Name parts = onnx.Reshape(node.Read(0, {}), dims);
  const Name reduced =
      onnx.Add("ScatterND", {start, positions, parts}, {{"reduction", std::string(reduction)}});
  node.Write(0, onnx.Slice(reduced, {0}, {segments}, {0}), {});
  return {};
}

}  // namespace litevk::to_onnx
