#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// A vector of conditions counts for the outermost dim.
static Status Select(NodeWriter& node) {
  Name condition = node.ReadStored(0, {});
  if (node.input(0).dims.rank() == 1 && node.input(1).dims.rank() > 1) {
    std::vector<int64_t> dims(node.input(1).dims.dims().size(), 1);
    dims.front() = node.input(0).dims[0];
    condition = node.Reshape(condition, dims);
  }
  node.Write(0, node.Add("Where", {condition, node.Read(1, {}), node.Read(2, {})}), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(select, .write = Select,
               .natives = kNumeric | TypeSet{ir::DataType::kUInt8, ir::DataType::kFloat16})
