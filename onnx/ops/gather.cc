#include <functional>
#include <numeric>

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Returns indices of rows, with the dims up to the axis flattened to one.
static Name PositionsInRows(NodeWriter& node, const std::vector<int64_t>& dims, size_t batch_dims,
                            size_t axis, const Name& indices) {
  Emitter& onnx = node.onnx();
  const auto product = [&](size_t from, size_t to) {
    return std::accumulate(dims.begin() + static_cast<ptrdiff_t>(from),
                           dims.begin() + static_cast<ptrdiff_t>(to), int64_t{1}, std::multiplies<>());
  };
  const int64_t batches = product(0, batch_dims);
  const int64_t outer = product(batch_dims, axis);
  std::vector<int64_t> offsets(static_cast<size_t>(batches * outer));
  for (size_t row = 0; row < offsets.size(); ++row) offsets[row] = static_cast<int64_t>(row) * dims[axis];
  const int64_t count = node.input(1).dims.NumElements() / batches;
  const Name positions = onnx.Reshape(onnx.Cast(indices, ir::DataType::kInt64), {batches, 1, count});
  return onnx.Add("Add", {positions, onnx.Ints(offsets, {batches, outer, 1})});
}

static Status Gather(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const auto& params = node.params<abi::TfLiteGatherParams>();
  // Indices of one dim keep the other dims in place, so the layout can stay.
  const Permutation permutation =
      params.batch_dims == 0 && node.input(1).dims.rank() == 1 ? node.output_permutation(0) : Permutation();
  const int64_t axis = Moved(params.axis, permutation, node.input(0).dims.rank());
  const Name value = node.Read(0, permutation);
  Name indices = node.ReadStored(1, {});
  if (node.input(1).type == ir::DataType::kInt16) indices = onnx.Cast(indices, ir::DataType::kInt32);
  if (params.batch_dims == 0) {
    node.Write(0, onnx.Add("Gather", {value, indices}, {{"axis", axis}}), permutation);
    return {};
  }
  const std::vector<int64_t> dims = WrittenDims(node.input(0).dims, {});
  const int64_t batch_dims = Moved(params.batch_dims, {}, node.input(1).dims.rank());
  const Name positions =
      PositionsInRows(node, dims, static_cast<size_t>(batch_dims), static_cast<size_t>(axis), indices);
  std::vector<int64_t> rows(dims.begin() + axis, dims.end());
  rows[0] = -1;
  const Name taken = onnx.Add("Gather", {onnx.Reshape(value, rows), positions}, {{"axis", int64_t{0}}});
  node.Write(0, onnx.Reshape(taken, WrittenDims(node.output(0).dims, {})), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(gather, .write = Gather, .dims = {.is_polynomial = true})
