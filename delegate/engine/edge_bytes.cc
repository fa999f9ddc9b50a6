#include "delegate/engine/edge_bytes.h"

#include "runtime/base/elements.h"
#include "runtime/ir/packed_elements.h"

namespace litevk {

void EdgeBytes::ToDevice(std::span<const std::byte> from, std::span<std::byte> to) const {
  if (AreAlike()) {
    CopyBytes(from, to);
  } else {
    CopyBytes(ir::UnpackElements(type_, from, static_cast<int64_t>(elements_)), to);
  }
}

void EdgeBytes::ToHost(std::span<const std::byte> from, std::span<std::byte> to) const {
  if (AreAlike()) {
    CopyBytes(from.first(to.size()), to);
  } else {
    ir::PackElements(type_, from.first(elements_), to);
  }
}

std::vector<EdgeBytes> EdgesOf(const ir::Graph& graph, std::span<const ir::TensorId> ids) {
  std::vector<EdgeBytes> edges;
  edges.reserve(ids.size());
  for (const ir::TensorId id : ids) edges.emplace_back(graph.tensor(id));
  return edges;
}

}  // namespace litevk
