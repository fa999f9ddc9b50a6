#include "delegate/views/assign_storage.h"

#include <algorithm>

namespace litevk {
namespace {

bool MayBeFloat16(const ir::Tensor& tensor) {
  return tensor.type == ir::DataType::kFloat32 && !tensor.is_known() && !tensor.is_variable &&
         tensor.dims.channels() % 4 == 0;
}

bool IsAmong(std::span<const ir::TensorId> ids, ir::TensorId id) {
  return std::ranges::find(ids, id) != ids.end();
}

}  // namespace

gpu::Storage StorageOf(ir::DataType type) {
  if (type == ir::DataType::kFloat32) return gpu::Storage::kFloat32;
  if (type == ir::DataType::kFloat16) return gpu::Storage::kFloat16;
  switch (ir::ByteSize(ir::UnpackedType(type))) {
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

StoragePlan AssignStorage(const ir::Graph& graph, std::span<const ir::TensorId> inputs,
                          std::span<const ir::TensorId> outputs, std::span<const ir::TensorId> float16) {
  std::vector<gpu::Storage> storage;
  storage.reserve(graph.tensors.size());
  for (const ir::Tensor& tensor : graph.tensors) storage.push_back(StorageOf(tensor.type));
  for (const ir::TensorId id : float16) {
    if (MayBeFloat16(graph.tensor(id)) && !IsAmong(inputs, id) && !IsAmong(outputs, id)) {
      storage[static_cast<size_t>(id)] = gpu::Storage::kFloat16;
    }
  }
  return StoragePlan(std::move(storage));
}

}  // namespace litevk
