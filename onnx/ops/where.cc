#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// NonZero has a column for each element found, and WHERE a row.
static Status Where(NodeWriter& node) {
  const Name found = node.onnx().Add("NonZero", {node.Read(0, {})});
  node.WriteStored(0, node.onnx().Transpose(found, {1, 0}), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(where, .write = Where,
               .types = {.native = {ir::DataType::kBool, ir::DataType::kFloat32, ir::DataType::kUInt8,
                                    ir::DataType::kInt32, ir::DataType::kInt64}},
               .dims = {.from_values = true})
