#include "delegate/lower/assign_storage.h"

namespace litevk {

gpu::Storage StorageOf(ir::DataType type) {
  if (type == ir::DataType::kFloat32) return gpu::Storage::kFloat32;
  if (type == ir::DataType::kFloat16) return gpu::Storage::kFloat16;
  switch (ir::ByteSize(type)) {
    case 1:
      return gpu::Storage::kBits8;
    case 2:
      return gpu::Storage::kBits16;
    case 8:
      return gpu::Storage::kBits64;
    default:
      return gpu::Storage::kBits32;
  }
}

StoragePlan AssignStorage(const ir::Graph& graph) {
  std::vector<gpu::Storage> storage;
  storage.reserve(graph.tensors.size());
  for (const ir::Tensor& tensor : graph.tensors) storage.push_back(StorageOf(tensor.type));
  return StoragePlan(std::move(storage));
}

}  // namespace litevk
