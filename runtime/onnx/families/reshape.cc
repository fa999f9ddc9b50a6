#include "runtime/onnx/families/reshape.h"

namespace litevk::to_onnx {

Status WriteReshaped(NodeWriter& node) {
  const Name value = node.Read(0);
  const std::vector<int64_t> from = WrittenDims(node.input(0).dims, node.order(0));
  std::vector<int64_t> dims = WrittenDims(node.output(0).dims, node.output_order(0));
  // A 0 is the operand's dim. A batch without a size then leaves the -1 to another dim without one.
  const bool keeps_batch = !from.empty() && !dims.empty() && from.front() == dims.front();
  if (node.settings().has_open_sides && keeps_batch) dims.front() = 0;
  node.Write(0, node.Reshape(value, dims));
  return {};
}

}  // namespace litevk::to_onnx
