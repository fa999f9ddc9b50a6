#include "runtime/onnx/families/arg_extremum.h"

namespace litevk::to_onnx {

Status ArgExtremum(NodeWriter& node, std::string_view op) {
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> axis, node.Known(1));
  const int64_t own = Moved(static_cast<int>(axis.front()), {}, node.input(0).dims.rank());
  Name value = node.Read(0, {});
  // onnxruntime has no kernel for these two.
  const ir::DataType type = node.input(0).type;
  if (type == ir::DataType::kBool || type == ir::DataType::kInt16) value = node.Cast(value, ir::DataType::kInt32);
  const Name place = node.Add(op, {value}, {{"axis", own}, {"keepdims", int64_t{0}}});
  node.Write(0, node.Cast(place, node.output(0).type), {});
  return {};
}

}  // namespace litevk::to_onnx
