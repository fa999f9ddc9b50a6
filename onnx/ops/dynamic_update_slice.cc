#include <algorithm>
#include <functional>

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Writes the update from the start on. The start is clamped so that the update fits.
static Status DynamicUpdateSlice(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const Permutation& permutation = node.output_permutation(0);
  const ir::Shape operand(Permuted(node.input(0).dims.dims(), permutation, 1));
  const ir::Shape update(Permuted(node.input(1).dims.dims(), permutation, 1));
  const int64_t rank = operand.rank();
  if (rank == 0) return Unsupported("its operand is a scalar");
  std::vector<int64_t> most(static_cast<size_t>(rank));
  std::ranges::transform(operand.dims(), update.dims(), most.begin(), std::minus<int64_t>());
  Name start = onnx.Cast(node.ReadStored(2, {}), ir::DataType::kInt64);
  if (!permutation.empty()) {
    const std::vector<int64_t> positions_of_dims(permutation.begin(), permutation.end());
    start = onnx.Add("Gather", {start, onnx.Dims(positions_of_dims)});
  }
  const Name fitting = onnx.Add("Min", {onnx.Add("Max", {start, onnx.Int(0)}), onnx.Ints(most, {rank})});
  std::vector<int64_t> positions;
  std::vector<int64_t> at(static_cast<size_t>(rank));
  for (int64_t i = 0; i < update.NumElements(); ++i) {
    positions.insert(positions.end(), at.begin(), at.end());
    for (size_t axis = at.size(); axis-- > 0;) {
      if (++at[axis] < update.dims()[axis]) break;
      at[axis] = 0;
    }
  }
  std::vector<int64_t> dims = WrittenDims(update, {});
  dims.push_back(rank);
  const Name indices = onnx.Add("Add", {onnx.Ints(positions, dims), fitting});
  node.Write(0, onnx.Add("ScatterND", {node.Read(0, permutation), indices, node.Read(1, permutation)}),
             permutation);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(dynamic_update_slice, .write = DynamicUpdateSlice)
