#include "runtime/onnx/families/reduce.h"
#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status ReduceAll(NodeWriter& node) {
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> axes, WrittenAxes(node));
  const bool keeps_dims = node.params<abi::TfLiteReducerParams>().keep_dims;
  const Name numbers = node.Cast(node.Read(0), ir::DataType::kInt32);
  const Name reduced = axes.empty() ? numbers : Reduced(node, "ReduceMin", numbers, axes, keeps_dims);
  return WriteReduced(node, node.Cast(reduced, ir::DataType::kBool), axes, keeps_dims);
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(reduce_all, .write = ReduceAll)
