#include "runtime/ir/graph.h"

namespace litevk::ir {
namespace {

template <typename T>
std::vector<int64_t> Widened(std::span<const std::byte> bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return {values.begin(), values.end()};
}

}  // namespace

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
      return Widened<int64_t>(tensor.data);
    case DataType::kInt32:
      return Widened<int32_t>(tensor.data);
    case DataType::kInt16:
      return Widened<int16_t>(tensor.data);
    case DataType::kInt8:
      return Widened<int8_t>(tensor.data);
    case DataType::kBool:
      return Widened<uint8_t>(tensor.data);
    default:
      return {};
  }
}

std::vector<int> StoredInts(const Tensor& tensor) {
  const std::vector<int64_t> values = StoredIndices(tensor);
  return {values.begin(), values.end()};
}

}  // namespace litevk::ir
