#include "delegate/views/binding_rows.h"

#include <algorithm>
#include <array>

namespace litevk {
namespace {

constexpr int64_t kWordBytes = 4;
// DECLARE_ROWS of the shaders: three constants for each binding.
constexpr uint32_t kFirstId = 200;
constexpr uint32_t kIntegers = 3;

}  // namespace

bool HasWholeWords(const StridedView& rows, uint32_t element_bytes) {
  return rows.IsWhole(std::max<int64_t>(kWordBytes / element_bytes, 1));
}

int64_t WordsOf(uint32_t element_bytes) { return std::max<int64_t>(element_bytes / kWordBytes, 1); }

StridedView InWords(const StridedView& rows, uint32_t element_bytes) {
  const auto words = [element_bytes](int64_t elements) { return elements * element_bytes / kWordBytes; };
  return {.row = words(rows.row),
          .pitch = words(rows.pitch),
          .offset = words(rows.offset),
          .begin = words(rows.begin),
          .end = words(rows.end)};
}

bool FindsOffsets(const NodeView& /*view*/, const StridedInput& input) {
  return !input.rows.has_zeros() && HasWholeWords(input.rows, input.element_bytes);
}

gpu::RowBytes BoundRows(const gpu::Graph& graph, gpu::TensorId id) {
  const gpu::Tensor* tensor = &graph.tensors[static_cast<size_t>(id)];
  while (tensor->rows.bytes == 0 && tensor->alias_of != gpu::kNoTensor) {
    tensor = &graph.tensors[static_cast<size_t>(tensor->alias_of)];
  }
  return tensor->rows;
}

void SetBoundRows(const gpu::Graph& graph, gpu::Dispatch& dispatch) {
  const auto ids = dispatch.shader->spec_ids;
  for (size_t binding = 0; binding < dispatch.bindings.size(); ++binding) {
    const gpu::RowBytes rows = BoundRows(graph, dispatch.bindings[binding]);
    const auto at = std::ranges::find(ids, kFirstId + kIntegers * static_cast<uint32_t>(binding));
    if (rows.bytes == 0 || at == ids.end()) continue;
    const std::array<uint64_t, kIntegers> integers = {rows.bytes, rows.pitch, rows.first};
    auto word = dispatch.spec.begin() + (at - ids.begin());
    for (const uint64_t integer : integers) *word++ = static_cast<uint32_t>(integer);
  }
}

}  // namespace litevk
