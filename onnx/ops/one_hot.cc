#include <limits>

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status OneHot(NodeWriter& node) {
  const int axis = node.params<abi::TfLiteOneHotParams>().axis;
  const Name depth = node.Reshape(node.Cast(node.Read(1, {}), ir::DataType::kInt64), {1});
  const Name values =
      node.Add("Concat", {node.Reshape(node.Read(3, {}), {1}), node.Reshape(node.Read(2, {}), {1})},
               {{"axis", int64_t{0}}});
  // OneHot does not take a scalar of indices.
  const bool is_scalar = node.input(0).dims.rank() == 0;
  const int64_t written = is_scalar ? 1 : Moved(axis, {}, node.output(0).dims.rank());
  // A negative index counts from the end in ONNX, but selects nothing in TFLite.
  const Name indices = node.Cast(node.Read(0, {}), ir::DataType::kInt64);
  const Name is_index = node.Add("GreaterOrEqual", {indices, node.Int(0)});
  const Name beyond = node.Add("Where", {is_index, indices, node.Int(std::numeric_limits<int32_t>::max())});
  const Name vector = is_scalar ? node.Reshape(beyond, {1}) : beyond;
  const Name hot = node.Add("OneHot", {vector, depth, values}, {{"axis", written}});
  node.Write(0, is_scalar ? node.Reshape(hot, {-1}) : hot, {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(one_hot, .write = OneHot,
               .types = {.native = TypeSet{ir::DataType::kFloat32, ir::DataType::kInt64}},
               .dims = {.from_values = true})
