#include <algorithm>
#include <limits>
#include <numeric>

#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/dispatch.h"

namespace litevk::ref {
namespace {

// Selects the k greatest elements, the greatest first, and of equal ones the earlier first. The algorithm
// partial_sort stays inside its range even if NaNs break the order.
template <typename T, typename Index>
void SelectRow(const T* row, std::vector<Index>* order, int k, T* values, Index* indices) {
  std::iota(order->begin(), order->end(), Index{0});
  std::partial_sort(order->begin(), order->begin() + k, order->end(), [&](Index left, Index right) {
    return row[left] > row[right] || (row[left] == row[right] && left < right);
  });
  std::copy_n(order->begin(), k, indices);
  std::transform(indices, indices + k, values, [&](Index index) { return row[index]; });
}

Status CheckIndices(const PreparedNode& node) {
  const int size = node.inputs[0]->dims.channels();
  const bool is_narrow = node.outputs[1]->type == ir::DataType::kInt16;
  if (!is_narrow || size <= std::numeric_limits<int16_t>::max()) return {};
  return InvalidArgument("the last dim has " + std::to_string(size) +
                         " elements, which indices of int16 do not reach");
}

template <typename T, typename Index>
Status SelectRows(const KernelArgs& args) {
  const ir::Shape& dims = args.inputs[0].dims();
  const int size = dims.channels();
  const int k = args.outputs[0].dims().channels();
  std::vector<Index> order(static_cast<size_t>(size));
  const T* row = args.inputs[0].data<T>();
  T* values = args.outputs[0].data<T>();
  Index* indices = args.outputs[1].data<Index>();
  const int64_t rows = args.outputs[0].dims().NumElements() == 0 ? 0 : dims.Rows();
  for (int64_t index = 0; index < rows; ++index, row += size, values += k, indices += k) {
    SelectRow(row, &order, k, values, indices);
  }
  return {};
}

}  // namespace

static Status TopKV2(const KernelArgs& args) {
  return ForType<float, int8_t, uint8_t, int16_t, int32_t, int64_t>(
      args.inputs[0].type(), [&]<typename T>(T) {
        return ForType<int32_t, int16_t>(args.outputs[1].type(),
                                         [&]<typename Index>(Index) { return SelectRows<T, Index>(args); });
      });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(topk_v2, &TopKV2, /*checks_values=*/false, &CheckIndices)
