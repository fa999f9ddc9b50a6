#include "runtime/onnx/families/reduce.h"

#include <algorithm>

namespace litevk::to_onnx {

Result<std::vector<int64_t>> WrittenAxes(const NodeWriter& node) {
  LITEVK_ASSIGN_OR_RETURN(std::vector<int64_t> axes, node.Known(1));
  const int rank = node.input(0).dims.rank();
  for (int64_t& axis : axes) axis = Moved(static_cast<int>(axis), node.order(0), rank);
  if (rank == 0) axes.clear();
  std::ranges::sort(axes);
  // Not std::ranges::unique: clang 14 cannot compile it with this standard library.
  axes.erase(std::unique(axes.begin(), axes.end()), axes.end());
  return axes;
}

Name Reduced(NodeWriter& node, std::string_view op, const Name& value, const std::vector<int64_t>& axes,
             bool keeps_dims) {
  Attributes attributes = {{"keepdims", int64_t{keeps_dims}}};
  // ReduceSum has had its axes as an input from opset 13 on, the others from 18 on.
  if (op == "ReduceSum" || node.settings().opset >= 18)
    return node.Add(op, {value, node.Dims(axes)}, attributes);
  attributes.push_back({"axes", axes});
  return node.Add(op, {value}, attributes);
}

Status WriteReduced(NodeWriter& node, const Name& value, const std::vector<int64_t>& axes, bool keeps_dims) {
  Order order = node.order(0);
  if (!keeps_dims && !order.empty()) {
    // The dims that are left keep their order among themselves.
    Order left;
    for (size_t i = 0; i < order.size(); ++i) {
      if (!std::ranges::binary_search(axes, static_cast<int64_t>(i))) left.push_back(order[i]);
    }
    order = left;
    for (int& dim : order)
      dim = static_cast<int>(std::ranges::count_if(left, [&](int other) { return other < dim; }));
  }
  node.Write(0, value, order);
  return {};
}

Status Reduce(NodeWriter& node, std::string_view op) {
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> axes, WrittenAxes(node));
  const bool keeps_dims = node.params<abi::TfLiteReducerParams>().keep_dims;
  const Name value = node.Read(0);
  if (axes.empty()) return WriteReduced(node, node.Add("Identity", {value}), axes, keeps_dims);
  return WriteReduced(node, Reduced(node, op, value, axes, keeps_dims), axes, keeps_dims);
}

}  // namespace litevk::to_onnx
