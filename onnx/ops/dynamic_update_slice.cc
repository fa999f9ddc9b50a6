#include <algorithm>
#include <functional>

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Writes the update from the start on. The start is clamped so that the update fits.
static Status DynamicUpdateSlice(NodeWriter& node) {
  const Order& order = node.output_order(0);
  const ir::Shape operand(Permuted(node.input(0).dims.dims(), order, 1));
  const ir::Shape update(Permuted(node.input(1).dims.dims(), order, 1));
  const int64_t rank = operand.rank();
  if (rank == 0) return Unsupported("its operand is a scalar");
  std::vector<int64_t> most(static_cast<size_t>(rank));
  std::ranges::transform(operand.dims(), update.dims(), most.begin(), std::minus<int64_t>());
  Name start = node.Cast(node.ReadStored(2, {}), ir::DataType::kInt64);
  if (!order.empty()) {
    const std::vector<int64_t> places_of_dims(order.begin(), order.end());
    start = node.Add("Gather", {start, node.Dims(places_of_dims)});
  }
  const Name fitting = node.Add("Min", {node.Add("Max", {start, node.Int(0)}), node.Ints(most, {rank})});
  std::vector<int64_t> places;
  std::vector<int64_t> at(static_cast<size_t>(rank));
  for (int64_t i = 0; i < update.NumElements(); ++i) {
    places.insert(places.end(), at.begin(), at.end());
    for (size_t axis = at.size(); axis-- > 0;) {
      if (++at[axis] < update.dims()[axis]) break;
      at[axis] = 0;
    }
  }
  std::vector<int64_t> dims = WrittenDims(update, {});
  dims.push_back(rank);
  const Name indices = node.Add("Add", {node.Ints(places, dims), fitting});
  node.Write(0, node.Add("ScatterND", {node.Read(0, order), indices, node.Read(1, order)}), order);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(dynamic_update_slice, .write = DynamicUpdateSlice)
