#include "onnx/facts/orders.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace litevk::to_onnx {

Order Widened(const Order& order, size_t rank) {
  Order wide(rank);
  std::iota(wide.begin(), wide.end(), 0);
  if (order.size() > rank) return order;
  const size_t added = rank - order.size();
  for (size_t i = 0; i < order.size(); ++i) wide[added + i] = order[i] + static_cast<int>(added);
  return wide;
}

Order Normalized(const Order& order, int rank) {
  const bool is_own = order.size() == static_cast<size_t>(rank) && std::ranges::is_sorted(order);
  return is_own ? Order() : order;
}

int Moved(int axis, const Order& order, int rank) {
  const int positive = axis < 0 ? axis + rank : axis;
  if (order.empty()) return positive;
  const int wide = positive + static_cast<int>(order.size()) - rank;
  return static_cast<int>(std::ranges::find(order, wide) - order.begin());
}

std::vector<int64_t> WrittenDims(const ir::Shape& dims, const Order& order) {
  const std::vector<int64_t> own(dims.dims().begin(), dims.dims().end());
  return Permuted(own, order, int64_t{1});
}

std::vector<std::byte> PermutedElements(std::span<const std::byte> elements, size_t element_bytes,
                                        const ir::Shape& dims, const Order& order) {
  const ir::Shape wide = dims.ExpandedTo(static_cast<int>(order.size()));
  std::vector<int64_t> strides(order.size());
  int64_t stride = 1;
  for (size_t axis = order.size(); axis-- > 0;) {
    strides[axis] = stride;
    stride *= wide.dims()[axis];
  }
  std::vector<std::byte> result(elements.size());
  std::vector<int> at(order.size());
  for (size_t written = 0; written + element_bytes <= result.size(); written += element_bytes) {
    int64_t from = 0;
    for (size_t i = 0; i < order.size(); ++i) from += at[i] * strides[static_cast<size_t>(order[i])];
    std::memcpy(&result[written], &elements[static_cast<size_t>(from) * element_bytes], element_bytes);
    for (size_t i = order.size(); i-- > 0;) {
      if (++at[i] < wide.dims()[static_cast<size_t>(order[i])]) break;
      at[i] = 0;
    }
  }
  return result;
}

void KeepBatch(const std::vector<int64_t>& from, std::vector<int64_t>& dims) {
  if (!from.empty() && !dims.empty() && from.front() == dims.front()) dims.front() = 0;
}

bool MovesOnlyOnes(const std::vector<int64_t>& dims, const std::vector<int64_t>& permutation) {
  int64_t last = -1;
  for (const int64_t from : permutation) {
    if (dims[static_cast<size_t>(from)] == 1) continue;
    if (from < last) return false;
    last = from;
  }
  return true;
}

}  // namespace litevk::to_onnx
