#include "delegate/ops/move/picks.h"

#include <cstring>
#include <span>
#include <string>

#include "delegate/ops/move/strided.h"
#include "shaders/gather.h"
#include "shaders/gather_check.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

template <typename Index>
bool LieInRange(std::span<const std::byte> bytes, int64_t dim) {
  for (size_t at = 0; at + sizeof(Index) <= bytes.size(); at += sizeof(Index)) {
    Index index = 0;
    std::memcpy(&index, bytes.data() + at, sizeof(Index));
    if (index < 0 || index >= dim) return false;
  }
  return true;
}

}  // namespace

void EmitPicks(Lowering& lowering, gpu::TensorId source, gpu::TensorId indices, uint32_t index_words,
               const Picks& picks) {
  const ElementSize size = ElementSizeOf(lowering.OutputStorage());
  // Narrow elements whose rows are whole words are moved as words.
  const int64_t row_bytes = picks.inner * size.parts * size.bytes;
  const uint32_t element_bytes = row_bytes % 4 == 0 ? 4 : size.bytes;
  const int64_t row = row_bytes / element_bytes;
  const int64_t rows = lowering.output_dims().NumElements() / picks.inner;
  const uint32_t blocks = GroupsFor(row, 4);
  const auto total = static_cast<uint32_t>(element_bytes == 4 ? blocks * rows : (rows * row_bytes + 3) / 4);
  lowering.Emit<shaders::Gather>({.kLocalSizeX = kGroup,
                                  .kAligned = row % 4 == 0,
                                  .kElementBytes = element_bytes,
                                  .kIndexWords = index_words},
                                 {.row = static_cast<uint32_t>(row),
                                  .rows = static_cast<uint32_t>(rows),
                                  .blocks = blocks,
                                  .total = total,
                                  .outer = static_cast<uint32_t>(picks.outer),
                                  .dim = static_cast<uint32_t>(picks.dim),
                                  .count = static_cast<uint32_t>(picks.count)},
                                 {.source = source, .indices = indices, .result = lowering.Output()},
                                 FlatGroups(total, kGroup, lowering.limits()));
}

void EmitIndexCheck(Lowering& lowering, int input, int64_t dim) {
  const NodeView& view = lowering.view();
  if (view.input_is_known(input)) return;
  const gpu::TensorId flag = lowering.AddCheck("an index lies outside of 0 to " + std::to_string(dim - 1));
  const ir::Tensor& indices = view.input(input);
  lowering.EmitPart<shaders::GatherCheck>(
      {.kIndexWords = IndexWords(indices)},
      {.total = static_cast<uint32_t>(indices.dims.NumElements()), .dim = static_cast<uint32_t>(dim)},
      {.indices = lowering.Input(input), .flag = flag}, {1, 1, 1});
}

bool IndicesLieInRange(const NodeView& view, int input, int64_t dim) {
  if (!view.input_is_known(input)) return true;
  const auto indices = EvaluateKnown(view.graph(), view.input_id(input));
  if (!indices.ok()) return false;
  return IndexWords(view.input(input)) == 2 ? LieInRange<int64_t>(indices->bytes(), dim)
                                            : LieInRange<int32_t>(indices->bytes(), dim);
}

uint32_t IndexWords(const ir::Tensor& indices) { return indices.type == ir::DataType::kInt64 ? 2 : 1; }

}  // namespace litevk
