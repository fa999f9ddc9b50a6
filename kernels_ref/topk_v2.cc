#include <algorithm>
#include <limits>
#include <numeric>

#include "kernels_ref/support/dispatch.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/shape_check.h"

namespace litevk::ref {
namespace {

constexpr TypeSet kSortedTypes = {ir::DataType::kFloat32, ir::DataType::kInt8,  ir::DataType::kUInt8,
                                  ir::DataType::kInt16,   ir::DataType::kInt32, ir::DataType::kInt64};
constexpr TypeSet kCountTypes = {ir::DataType::kInt32, ir::DataType::kInt16};

// A k below 0 counts as 0, as in TFLite.
Status InferTopK(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  if (query.outputs.size() != 2) {
    return InvalidArgument(std::to_string(query.outputs.size()) + " outputs, expected 2");
  }
  LITEVK_ASSIGN_OR_RETURN(const int64_t k, ir::ReadStoredIndex(query, 1, "k"));
  const ir::Shape& input = query.input(0);
  if (input.rank() == 0) return InvalidArgument("input is a scalar, expected 1 dim or more");
  if (k > input.channels()) {
    return InvalidArgument("k is " + std::to_string(k) + ", expected at most the " +
                           std::to_string(input.channels()) + " elements of the last dim");
  }
  std::vector<int64_t> dims(input.dims().begin(), input.dims().end());
  dims.back() = std::max<int64_t>(k, 0);
  LITEVK_RETURN_IF_ERROR(ir::SetOutput(query, dims));
  return ir::SetOutput(query, 1, dims);
}

// The greatest come first; of equal ones, the earlier. partial_sort stays inside its range even when NaNs
// break the order.
template <typename T, typename Index>
void SelectRow(const T* row, std::vector<Index>* order, int k, T* values, Index* indices) {
  std::iota(order->begin(), order->end(), Index{0});
  std::partial_sort(order->begin(), order->begin() + k, order->end(), [&](Index left, Index right) {
    return row[left] > row[right] || (row[left] == row[right] && left < right);
  });
  std::copy_n(order->begin(), k, indices);
  std::transform(indices, indices + k, values, [&](Index index) { return row[index]; });
}

template <typename T, typename Index>
Status SelectRows(const KernelArgs& args) {
  const ir::Shape& dims = args.inputs[0].dims();
  const int size = dims.channels();
  const int k = args.outputs[0].dims().channels();
  if (size - 1 > std::numeric_limits<Index>::max()) {
    return InvalidArgument("the last dim has " + std::to_string(size) +
                           " elements, which indices of int16 do not reach");
  }
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

const KernelRow kKernelRow_topk_v2 = {
    .op_code = abi::kTfLiteBuiltinTopkV2,
    .types = {{.element = kSortedTypes, .inputs = {kT, kCountTypes}, .outputs = {kT, kCountTypes}}},
    .quantized = Quantized::kMoved,
    .infer_shapes = InferTopK,
    .run = &TopKV2,
};

}  // namespace litevk::ref
