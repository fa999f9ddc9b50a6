#include "onnx/common/reduce.h"

#include <algorithm>

#include "runtime/layout/permutation.h"

namespace litevk::to_onnx {

Result<std::vector<int64_t>> WrittenAxes(const NodeFacts& node) {
  LITEVK_ASSIGN_OR_RETURN(std::vector<int64_t> axes, node.Known(1));
  const int rank = node.input(0).dims.rank();
  for (int64_t& axis : axes) axis = Moved(static_cast<int>(axis), node.permutation(0), rank);
  if (rank == 0) axes.clear();
  std::ranges::sort(axes);
  // Not std::ranges::unique: clang 14 cannot compile it with this standard library.
  axes.erase(std::unique(axes.begin(), axes.end()), axes.end());
  return axes;
}

Name Reduced(NodeWriter& node, std::string_view op, const Name& value, const std::vector<int64_t>& axes,
             bool keeps_dims) {
  Emitter& onnx = node.onnx();
  Attributes attributes = {{"keepdims", int64_t{keeps_dims}}};
  // The axes are an input of ReduceSum from opset 13 on, of the others from 18 on.
  if (op == "ReduceSum" || node.settings().opset >= 18)
    return onnx.Add(op, {value, onnx.Dims(axes)}, attributes);
  attributes.push_back({"axes", axes});
  return onnx.Add(op, {value}, attributes);
}

Permutation ReducedPermutation(const NodeFacts& node, const std::vector<int64_t>& axes, bool keeps_dims) {
  const Permutation& permutation = node.permutation(0);
  std::vector<int> gone;  // in TFLite's numbering
  for (const int64_t axis : keeps_dims || permutation.empty() ? std::vector<int64_t>() : axes) {
    gone.push_back(permutation[static_cast<size_t>(axis)]);
  }
  return gone.empty() ? permutation : PermutationWithout(permutation, node.input(0).dims.rank(), gone);
}

Status WriteReduced(NodeWriter& node, const Name& value, const std::vector<int64_t>& axes, bool keeps_dims) {
  node.Write(0, value, ReducedPermutation(node, axes, keeps_dims));
  return {};
}

Status ReduceBools(NodeWriter& node, std::string_view op) {
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> axes, WrittenAxes(node));
  const bool keeps_dims = node.params<abi::TfLiteReducerParams>().keep_dims;
  const Name integers = node.onnx().Cast(node.Read(0), ir::DataType::kInt32);
  const Name reduced = axes.empty() ? integers : Reduced(node, op, integers, axes, keeps_dims);
  return WriteReduced(node, node.onnx().Cast(reduced, ir::DataType::kBool), axes, keeps_dims);
}

Status Reduce(NodeWriter& node, std::string_view op) {
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> axes, WrittenAxes(node));
  const bool keeps_dims = node.params<abi::TfLiteReducerParams>().keep_dims;
  const Name value = node.Read(0);
  if (axes.empty()) return WriteReduced(node, node.onnx().Add("Identity", {value}), axes, keeps_dims);
  return WriteReduced(node, Reduced(node, op, value, axes, keeps_dims), axes, keeps_dims);
}

Status ReduceWrapping(NodeWriter& node, std::string_view op) {
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> axes, WrittenAxes(node));
  if (axes.empty() || node.input(0).type != ir::DataType::kInt32) return Reduce(node, op);
  const bool keeps_dims = node.params<abi::TfLiteReducerParams>().keep_dims;
  const Name wide = Reduced(node, op, node.onnx().Cast(node.Read(0), ir::DataType::kInt64), axes, keeps_dims);
  return WriteReduced(node, node.onnx().Cast(wide, ir::DataType::kInt32), axes, keeps_dims);
}

}  // namespace litevk::to_onnx
