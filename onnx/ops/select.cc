#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// A vector of conditions applies to the outermost dim.
static Status Select(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const int rank = node.input(1).dims.rank();
  const bool is_alike = node.input(0).dims.rank() == rank && node.output(0).dims.rank() == rank;
  const Permutation permutation = is_alike ? node.output_permutation(0) : Permutation();
  Name condition = node.ReadStored(0, permutation);
  if (node.input(0).dims.rank() == 1 && rank > 1) {
    std::vector<int64_t> dims(node.input(1).dims.dims().size(), 1);
    dims.front() = node.input(0).dims[0];
    condition = onnx.Reshape(condition, dims);
  }
  const Name value = onnx.Add("Where", {condition, node.Read(1, permutation), node.Read(2, permutation)});
  // TFLite returns a scalar for single elements of any rank.
  node.Write(0, node.output(0).dims.rank() == 0 ? onnx.Reshape(value, {}) : value, permutation);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(select, .write = Select,
               .types = {.native = kNumeric | TypeSet{ir::DataType::kUInt8, ir::DataType::kFloat16}})
