#include "onnx/common/reduce.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Counts the boundaries that are not above the element.
static Status Bucketize(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const auto& params = node.params<abi::TfLiteBucketizeParams>();
  if (params.num_boundaries == 0) return Unsupported("it has no boundaries");
  const std::vector<float> boundaries(params.boundaries, params.boundaries + params.num_boundaries);
  const Name value = onnx.Cast(node.ReadStored(0, {}), ir::DataType::kFloat32);
  const Name reached = onnx.Add(
      "GreaterOrEqual", {onnx.Unsqueeze(value, {-1}), onnx.Floats(boundaries, {params.num_boundaries})});
  const Name count = Reduced(node, "ReduceSum", onnx.Cast(reached, ir::DataType::kInt32),
                             {node.input(0).dims.rank()}, false);
  node.Write(0, count, {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(bucketize, .write = Bucketize, .quantization = {.takes_only_floats = true})
