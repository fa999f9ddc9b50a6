#include "runtime/ir/graph.h"

#include "runtime/base/elements.h"

namespace litevk::ir {
std::vector<const Tensor*> TensorsOf(const Graph& graph, std::span<const TensorId> ids) {
  std::vector<const Tensor*> tensors;
  tensors.reserve(ids.size());
  for (const TensorId id : ids) tensors.push_back(id == kAbsent ? nullptr : &graph.tensor(id));
  return tensors;
}

std::vector<int64_t> StoredIndices(const Tensor& tensor) {
  if (tensor.constness != Constness::kStored) return {};
  switch (tensor.type) {
    case DataType::kInt64:
      return CopyElements<int64_t, int64_t>(tensor.data);
    case DataType::kInt32:
      return CopyElements<int32_t, int64_t>(tensor.data);
    case DataType::kInt16:
      return CopyElements<int16_t, int64_t>(tensor.data);
    case DataType::kInt8:
      return CopyElements<int8_t, int64_t>(tensor.data);
    case DataType::kBool:
      return CopyElements<uint8_t, int64_t>(tensor.data);
    default:
      return {};
  }
}

std::vector<int> StoredInts(const Tensor& tensor) {
  const std::vector<int64_t> values = StoredIndices(tensor);
  return {values.begin(), values.end()};
}

}  // namespace litevk::ir
