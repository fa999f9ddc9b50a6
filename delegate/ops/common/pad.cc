#include "delegate/ops/common/pad.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "delegate/ops/move/strided.h"
#include "runtime/ir/strided_walk.h"
#include "runtime/opset/common/quantized_zero.h"
#include "shaders/move/pad.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

std::vector<ir::PadDim> PaddedDims(const NodeView& view) {
  const std::vector<int> amounts = ir::StoredInts(view.input(1));
  std::vector<int64_t> before;
  std::vector<int64_t> after;
  for (size_t i = 0; i < amounts.size(); i += 2) {
    before.push_back(amounts[i]);
    after.push_back(amounts[i + 1]);
  }
  return ir::PadDims(view.input(0).dims, before, after);
}

// True if four neighbours of the output are all padding or all values, which are four neighbours of the input
// too.
bool IsSourceAligned(const ir::PadDim& row) {
  return row.size % 4 == 0 && row.source_size % 4 == 0 && row.before % 4 == 0;
}

ElementBits LowestBits(const ir::Tensor& tensor, int value) {
  const auto bits = static_cast<uint32_t>(value);
  return {ir::ByteSize(tensor.type) == 1 ? bits & 0xFFU : bits & 0xFFFFU};
}

}  // namespace

ElementBits ZeroOf(const ir::Tensor& tensor) { return LowestBits(tensor, QuantizedZero(tensor)); }

ElementBits PaddingOf(const NodeView& view) {
  return LowestBits(view.output(), PaddingValue(view.input(0), view.output()));
}

Cuts CutsOfPad(const NodeView& view) {
  std::vector<ir::PadDim> dims = PaddedDims(view);
  if (dims.empty()) return {.input = 0, .outputs = {StridedView()}};
  const ir::PadDim row = dims.back();
  dims.pop_back();
  const bool pads_only_rows =
      std::ranges::all_of(dims, [](const ir::PadDim& dim) { return dim.size == dim.source_size; });
  if (!pads_only_rows || row.source_size == 0) return {.input = 0, .outputs = {StridedView()}};
  return {.input = 0,
          .outputs = {{.row = row.size,
                       .pitch = row.source_size,
                       .offset = -row.before,
                       .begin = row.before,
                       .end = row.before + row.source_size}}};
}

void LowerPad(Lowering& lowering, ElementBits padding) {
  if (lowering.kernel().cuts != nullptr && lowering.IsInPlace(0)) return;
  auto dims = ir::MergeDims(PaddedDims(lowering.view()), ReadsChannels(lowering.fused()));
  const ElementSize size = ElementSizeOf(lowering.OutputStorage());
  for (size_t axis = 0; axis + 1 < dims.size(); ++axis) dims[axis].stride *= size.parts;
  ir::PadDim& row = dims.back();
  row = {row.size * size.parts, row.source_size * size.parts, row.before * size.parts, row.stride};
  int64_t offset = 0;
  for (const ir::PadDim& dim : dims) offset -= dim.before * dim.stride;
  const int64_t rows = CountRows(dims);
  const uint32_t blocks = GroupsFor(row.size, 4);
  const bool is_narrow = size.bytes < 4;
  const auto total =
      static_cast<uint32_t>(is_narrow ? (rows * row.size * size.bytes + 3) / 4 : blocks * rows);
  using Push = shaders::Pad::Push;
  lowering.Emit<shaders::Pad>(
      {.kLocalSizeX = kGroup,
       .kAligned = row.size % 4 == 0,
       .kSourceAligned = IsSourceAligned(row),
       .kWalkDims = RowDims(dims),
       .kElementBytes = size.bytes},
      {.row = static_cast<uint32_t>(row.size),
       .rows = static_cast<uint32_t>(rows),
       .blocks = blocks,
       .total = total,
       .padding = padding[0],
       .odd_padding = padding[size.parts - 1],
       .walk_size = OfRowDims<decltype(Push::walk_size)>(dims, std::mem_fn(&ir::PadDim::size), 1),
       .source_offset = static_cast<int32_t>(offset),
       .source_stride = OfRowDims<decltype(Push::source_stride)>(dims, std::mem_fn(&ir::PadDim::stride)),
       .source_size = OfRowDims<decltype(Push::source_size)>(dims, std::mem_fn(&ir::PadDim::source_size), 1),
       .before = OfRowDims<decltype(Push::before)>(dims, std::mem_fn(&ir::PadDim::before)),
       .source_row = static_cast<int32_t>(row.source_size),
       .before_row = static_cast<int32_t>(row.before)},
      {.source = lowering.Input(0), .result = lowering.Output()},
      FlatGroups(total, kGroup, lowering.limits()));
}

}  // namespace litevk
