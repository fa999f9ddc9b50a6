#include "delegate/ops/move/picks.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "delegate/ops/move/strided.h"
#include "shaders/move/gather.h"
#include "shaders/move/gather_check.h"
#include "shaders/move/gather_nd_positions.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

template <typename Index>
std::vector<int64_t> IndicesAs(const KnownValue& value) {
  const std::span<const Index> indices = value.As<Index>();
  return {indices.begin(), indices.end()};
}

// Returns a word full of copies of the element.
uint32_t Repeated(uint32_t element, uint32_t bytes) {
  if (bytes == 1) return (element & 0xFFU) * 0x01010101U;
  return bytes == 2 ? (element & 0xFFFFU) * 0x00010001U : element;
}

}  // namespace

void EmitPicks(Lowering& lowering, gpu::TensorId source, PickIndices indices, const Picks& picks) {
  const ElementSize size = ElementSizeOf(lowering.OutputStorage());
  const int64_t bytes = int64_t{size.parts} * size.bytes;
  const int64_t slice_bytes = picks.inner * bytes;
  const auto channels = int64_t{lowering.output_dims().channels()};
  const bool by_channels = ReadsChannels(lowering.fused());
  const int64_t row_bytes = by_channels ? std::gcd(slice_bytes, channels * bytes) : slice_bytes;
  // Narrow elements whose rows are whole words are moved as words. Others are written word by word, whatever
  // rows the elements are in.
  const uint32_t element_bytes = row_bytes % 4 == 0 ? 4 : size.bytes;
  const int64_t row = (row_bytes % 4 == 0 ? row_bytes : slice_bytes) / element_bytes;
  const int64_t of_slice = slice_bytes / element_bytes / row;
  const int64_t rows = lowering.output_dims().NumElements() / picks.inner * of_slice;
  const uint32_t blocks = GroupsFor(row, 4);
  const auto total =
      static_cast<uint32_t>(element_bytes == 4 ? blocks * rows : (rows / of_slice * slice_bytes + 3) / 4);
  lowering.Emit<shaders::Gather>({.kLocalSizeX = kGroup,
                                  .kAligned = row % 4 == 0,
                                  .kFillsOutside = picks.fills_outside,
                                  .kElementBytes = element_bytes,
                                  .kIndexBytes = indices.bytes},
                                 {.row = static_cast<uint32_t>(row),
                                  .rows = static_cast<uint32_t>(rows),
                                  .of_slice = static_cast<uint32_t>(of_slice),
                                  .channels = static_cast<uint32_t>(channels),
                                  .blocks = blocks,
                                  .total = total,
                                  .outer = static_cast<uint32_t>(picks.outer),
                                  .dim = static_cast<uint32_t>(picks.dim),
                                  .count = static_cast<uint32_t>(picks.count),
                                  .filling = Repeated(picks.filling[0], size.bytes),
                                  .odd_filling = Repeated(picks.filling[size.parts - 1], size.bytes)},
                                 {.source = source, .indices = indices.tensor, .result = lowering.Output()},
                                 FlatGroups(total, kGroup, lowering.limits()));
}

void EmitKnownPicks(Lowering& lowering, gpu::TensorId source, std::vector<int32_t> indices, Picks picks) {
  picks.count = static_cast<int64_t>(indices.size());
  picks.fills_outside = std::ranges::find(indices, kNoPick) != indices.end();
  const auto write = [indices = std::move(indices)](std::span<std::byte> bytes) {
    std::memcpy(bytes.data(), indices.data(), bytes.size());
    return Status();
  };
  const auto count = static_cast<uint64_t>(picks.count);
  const gpu::TensorId table = lowering.AddConstant("picks", count, gpu::Storage::kBits32, write);
  EmitPicks(lowering, source, {.tensor = table}, picks);
}

PickIndices EmitIndices(Lowering& lowering, int input, int64_t count, std::span<const int> dims) {
  const PickIndices indices = IndicesOf(lowering, input);
  const auto total = static_cast<uint32_t>(count);
  const PickIndices offsets = {.tensor = lowering.AddScratch("places", total, gpu::Storage::kBits32)};
  shaders::GatherNdPositions::Push push = {.total = total, .width = static_cast<uint32_t>(dims.size())};
  std::ranges::copy(dims, push.dims.begin());
  lowering.EmitPart<shaders::GatherNdPositions>({.kLocalSizeX = kGroup, .kIndexBytes = indices.bytes}, push,
                                                {.indices = indices.tensor, .positions = offsets.tensor},
                                                FlatGroups(total, kGroup, lowering.limits()));
  return offsets;
}

void EmitIndexCheck(Lowering& lowering, PickIndices indices, int64_t count, int64_t dim,
                    std::string message) {
  const gpu::TensorId flag = lowering.AddCheck(std::move(message));
  lowering.EmitPart<shaders::GatherCheck>(
      {.kIndexBytes = indices.bytes},
      {.total = static_cast<uint32_t>(count), .dim = static_cast<uint32_t>(dim)},
      {.indices = indices.tensor, .flag = flag}, {1, 1, 1});
}

void EmitIndexCheck(Lowering& lowering, int input, int64_t dim) {
  const NodeView& view = lowering.view();
  if (view.input_is_known(input)) return;
  EmitIndexCheck(lowering, IndicesOf(lowering, input), view.input(input).dims.NumElements(), dim,
                 "an index lies outside of 0 to " + std::to_string(dim - 1));
}

std::optional<std::vector<int64_t>> KnownIndices(const NodeView& view, int input) {
  if (!view.input_is_known(input)) return std::nullopt;
  const auto indices = EvaluateKnown(view.graph(), view.input_id(input));
  if (!indices.ok()) return std::nullopt;
  switch (ir::ByteSize(view.input(input).type)) {
    case 2:
      return IndicesAs<int16_t>(*indices);
    case 4:
      return IndicesAs<int32_t>(*indices);
    default:
      return IndicesAs<int64_t>(*indices);
  }
}

bool IndicesLieInRange(const NodeView& view, int input, int64_t dim) {
  if (!view.input_is_known(input)) return true;
  const auto indices = KnownIndices(view, input);
  return indices && std::ranges::all_of(*indices, [=](int64_t index) { return index >= 0 && index < dim; });
}

PickIndices IndicesOf(Lowering& lowering, int input) {
  return {.tensor = lowering.Input(input), .bytes = lowering.InputBytes(input)};
}

}  // namespace litevk
