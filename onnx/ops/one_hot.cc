#include <limits>

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status OneHot(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const int axis = node.params<abi::TfLiteOneHotParams>().axis;
  const Name depth = onnx.Reshape(onnx.Cast(node.Read(1, {}), ir::DataType::kInt64), {1});
  const Name values =
      onnx.Add("Concat", {onnx.Reshape(node.Read(3, {}), {1}), onnx.Reshape(node.Read(2, {}), {1})},
               {{"axis", int64_t{0}}});
  // OneHot does not take a scalar of indices.
  const bool is_scalar = node.input(0).dims.rank() == 0;
  const int64_t written = is_scalar ? 1 : Moved(axis, {}, node.output(0).dims.rank());
  // A negative index counts from the end in ONNX, but selects nothing in TFLite.
  const Name indices = onnx.Cast(node.Read(0, {}), ir::DataType::kInt64);
  const Name is_index = onnx.Add("GreaterOrEqual", {indices, onnx.Int(0)});
  const Name beyond = onnx.Add("Where", {is_index, indices, onnx.Int(std::numeric_limits<int32_t>::max())});
  const Name vector = is_scalar ? onnx.Reshape(beyond, {1}) : beyond;
  const Name hot = onnx.Add("OneHot", {vector, depth, values}, {{"axis", written}});
  node.Write(0, is_scalar ? onnx.Reshape(hot, {-1}) : hot, {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(one_hot, .write = OneHot,
               .types = {.native = TypeSet{ir::DataType::kFloat32, ir::DataType::kInt64}},
               .dims = {.from_values = true})
