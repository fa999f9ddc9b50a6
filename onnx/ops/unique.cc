#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// ONNX too can return the values in the order of their first occurrence.
static Status Unique(NodeWriter& node) {
  const std::vector<Name> found =
      node.onnx().AddMany("Unique", {node.Read(0, {})}, {{"sorted", int64_t{0}}}, 3);
  node.Write(0, found[0], {});
  node.WriteStored(1, node.onnx().Cast(found[2], node.output(1).type), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(unique, .write = Unique,
               .types = {.native = {ir::DataType::kFloat32, ir::DataType::kInt8, ir::DataType::kInt64}},
               .dims = {.from_values = true})
