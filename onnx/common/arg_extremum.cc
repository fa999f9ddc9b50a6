#include "onnx/common/arg_extremum.h"

#include "onnx/common/reduce.h"

namespace litevk::to_onnx {

Status ArgExtremum(NodeWriter& node, std::string_view op) {
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> axis, node.Known(1));
  const int64_t moved = Moved(static_cast<int>(axis.front()), node.permutation(0), node.input(0).dims.rank());
  const Name position = node.onnx().Add(op, {node.Read(0)}, {{"axis", moved}, {"keepdims", int64_t{0}}});
  node.WriteStored(0, node.onnx().Cast(position, node.output(0).type),
                   ReducedPermutation(node, {moved}, false));
  return {};
}

}  // namespace litevk::to_onnx
