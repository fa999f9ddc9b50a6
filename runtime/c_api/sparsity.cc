#include <span>

#include "runtime/c_api/handles.h"
#include "runtime/model/tensor_data.h"

namespace abi = litevk::abi;

namespace {

const abi::TfLiteSparsity* SparsityOf(const LitevkTensor* tensor) {
  return litevk::c_api::Locked(tensor)->sparsity;
}

int SizeOf(std::span<const int> values) { return static_cast<int>(values.size()); }

}  // namespace

LitevkSparsity LitevkTensorGetSparsity(const LitevkTensor* tensor) {
  LitevkSparsity result = {};
  const abi::TfLiteSparsity* sparsity = SparsityOf(tensor);
  if (sparsity == nullptr) return result;
  const std::span<const int> order = litevk::Values(sparsity->traversal_order);
  const std::span<const int> blocks = litevk::Values(sparsity->block_map);
  result.traversal_order = order.data();
  result.traversal_order_count = SizeOf(order);
  result.block_map = blocks.data();
  result.block_map_count = SizeOf(blocks);
  result.dim_count = sparsity->dim_metadata_size;
  return result;
}

LitevkStatus LitevkTensorGetSparseDim(const LitevkTensor* tensor, int index, LitevkSparseDim* dim) {
  const abi::TfLiteSparsity* sparsity = SparsityOf(tensor);
  const bool exists = sparsity != nullptr && index >= 0 && index < sparsity->dim_metadata_size;
  if (!exists || dim == nullptr) return kLitevkApplicationError;
  const abi::TfLiteDimensionMetadata& source = sparsity->dim_metadata[index];
  *dim = {};
  dim->is_sparse = source.format == abi::kTfLiteDimSparseCSR;
  dim->dense_size = source.dense_size;
  const std::span<const int> segments = litevk::Values(source.array_segments);
  const std::span<const int> indices = litevk::Values(source.array_indices);
  dim->segments = segments.data();
  dim->segment_count = SizeOf(segments);
  dim->indices = indices.data();
  dim->index_count = SizeOf(indices);
  return kLitevkOk;
}
