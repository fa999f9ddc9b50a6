#include "delegate/ops/move/strided.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <optional>
#include <utility>

#include "delegate/kernel/constraints.h"
#include "runtime/graph/divisor.h"
#include "shaders/move/copy_strided.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

// True if runs along the row are whole vec4s in memory.
bool IsSourceAligned(const StridedDims& dims, int64_t offset) {
  if (offset % 4 != 0 || DimAt(dims, 0).stride != 1) return false;
  return std::all_of(dims.begin(), dims.end() - 1, [](const StridedDim& d) { return d.stride % 4 == 0; });
}

constexpr uint32_t kWordBytes = 4;
// Row dims of the one pipeline for most copies, which are many and often alike but for their dims. Copies of
// narrow elements have a pipeline for each number of dims, since every dim costs each word a division.
constexpr uint32_t kCommonWalkDims = 4;

uint32_t WalkDimsOf(const StridedDims& dims, uint32_t element_bytes) {
  return element_bytes == kWordBytes ? std::max(RowDims(dims), kCommonWalkDims) : RowDims(dims);
}

// A copy in as few dims as possible, of elements of at most as many bytes as a word.
struct MergedCopy {
  StridedCopy copy;  // with a pitch
  uint32_t element_bytes = kWordBytes;
  bool is_paired =
      false;  // two neighbours of a row are one element, from which the row's stride leads to the next
};

StridedCopy Merge(const StridedCopy& copy, bool keep_row) {
  if (copy.result_pitch > 0) return copy;
  StridedCopy merged = copy;
  merged.source = Simplify(copy.source, keep_row);
  merged.result_pitch = merged.source.back().size;
  return merged;
}

// Returns the copy of smaller elements, of which `parts` make one element of `copy`.
MergedCopy Split(StridedCopy copy, int64_t parts) {
  assert(parts == 2);
  const bool is_run = copy.source.back().stride == 1;
  for (StridedDim& dim : copy.source) dim.stride *= parts;
  if (is_run) copy.source.back().stride = 1;
  copy.source.back().size *= parts;
  copy.source_offset *= parts;
  copy.result_offset *= parts;
  copy.result_pitch *= parts;
  return {.copy = std::move(copy), .is_paired = !is_run};
}

// Returns the copy of larger elements, of `parts` elements each, where `copy` has only whole ones.
std::optional<StridedCopy> Join(StridedCopy copy, int64_t parts) {
  StridedDim& row = copy.source.back();
  bool is_whole = row.stride == 1 && row.size % parts == 0 && copy.source_offset % parts == 0 &&
                  copy.result_pitch % parts == 0 && copy.result_offset % parts == 0;
  for (size_t axis = 0; axis + 1 < copy.source.size(); ++axis) {
    is_whole = is_whole && copy.source[axis].stride % parts == 0;
    copy.source[axis].stride /= parts;
  }
  if (!is_whole) return std::nullopt;
  row.size /= parts;
  copy.source_offset /= parts;
  copy.result_pitch /= parts;
  copy.result_offset /= parts;
  return copy;
}

MergedCopy InWords(const StridedCopy& copy, gpu::Storage storage) {
  const ElementSize size = ElementSizeOf(storage);
  if (size.parts > 1) return Split(copy, size.parts);
  if (size.bytes == kWordBytes) return {.copy = copy};
  if (auto joined = Join(copy, kWordBytes / size.bytes)) return {.copy = *std::move(joined)};
  return {.copy = copy, .element_bytes = size.bytes};
}

// Returns the number of words that hold `count` elements from `offset` on.
int64_t WordsOf(int64_t offset, int64_t count, uint32_t element_bytes) {
  const int64_t each = kWordBytes / element_bytes;
  return (offset + count - 1) / each - offset / each + 1;
}

// Returns the walk with two dims for each dim that steps over ends of rows of `row` elements, if rows are
// whole steps.
StridedDims CutAtRows(const StridedDims& dims, int64_t row) {
  StridedDims cut;
  for (const StridedDim& dim : dims) {
    const int64_t steps = dim.stride > 0 && row % dim.stride == 0 ? row / dim.stride : 0;
    const bool is_longer = steps > 1 && dim.size > steps && dim.size % steps == 0;
    if (is_longer) cut.push_back({.size = dim.size / steps, .stride = row});
    cut.push_back({.size = is_longer ? steps : dim.size, .stride = dim.stride});
  }
  return cut;
}

}  // namespace

StridedDims DenseDims(const ir::Shape& dims) {
  const std::vector<int64_t> strides = ir::DenseStrides(dims);
  StridedDims strided(strides.size());
  for (size_t axis = 0; axis < strides.size(); ++axis) strided[axis] = {dims.dims()[axis], strides[axis]};
  return strided;
}

StridedDims Simplify(const StridedDims& dims, bool keep_row) {
  StridedDims merged = ir::MergeDims(dims, keep_row, [](const StridedDim& outer, StridedDim& inner) {
    if (outer.stride != inner.stride * inner.size) return false;
    inner.size *= outer.size;
    return true;
  });
  return merged;
}

StridedDim DimAt(const StridedDims& dims, int from_innermost) {
  const auto index = static_cast<size_t>(from_innermost);
  return index < dims.size() ? dims[dims.size() - 1 - index] : StridedDim{};
}

bool ReadsChannels(const FusedNode& fused) {
  return fused.common_row > 0 ||
         std::ranges::any_of(fused.epilogue.steps, [](const EpilogueStep& step) { return step.ReadsRows(); });
}

StridedView RowsOf(const StridedDims& dims, int64_t offset) {
  const StridedDims walk = Simplify(dims, false);
  const StridedDim& row = walk.back();
  if (walk.size() > 2 || row.stride > 1 || (row.stride < 1 && row.size > 1)) return {};
  if (walk.size() == 1) return BlockAt(row.size, offset);
  return walk.front().stride < row.size ? StridedView() : RowsAt(row.size, walk.front().stride, offset);
}

StridedCopy RepeatOne(const ir::Shape& output) {
  const int64_t row = ShortestRow(output);
  return {.source = {{.size = output.NumElements() / row}, {.size = row}}};
}

std::optional<StridedCopy> InRows(const StridedCopy& copy, const StridedView& rows) {
  if (!rows.exists()) return copy;
  if (rows.has_zeros()) return std::nullopt;
  StridedCopy placed = copy;
  placed.source = CutAtRows(copy.source, rows.row);
  const int64_t column = copy.source_offset % rows.row;
  int64_t least = column;  // least of the columns that are walked
  int64_t most = column;
  for (StridedDim& dim : placed.source) {
    if (dim.stride % rows.row == 0) {
      dim.stride = dim.stride / rows.row * rows.pitch;
    } else {
      (dim.stride < 0 ? least : most) += dim.stride * (dim.size - 1);
    }
  }
  if (least < 0 || most >= rows.row) return std::nullopt;
  placed.source_offset = rows.offset + copy.source_offset / rows.row * rows.pitch + column;
  return placed;
}

bool RepeatsNothing(const NodeView& view) {
  return view.output().dims.NumElements() == view.input(0).dims.NumElements();
}

Cuts CutOf(const StridedCopy& copy) {
  return {.input = 0, .outputs = {RowsOf(copy.source, copy.source_offset)}};
}

void LowerCut(Lowering& lowering, const StridedCopy& copy) {
  if (lowering.IsInPlace(0)) return;
  EmitCopyOf(lowering, 0, copy);
}

ElementSize ElementSizeOf(gpu::Storage storage) {
  const uint32_t bytes = gpu::ElementBytes(storage);
  return {.bytes = std::min(bytes, kWordBytes), .parts = std::max(bytes / kWordBytes, 1U)};
}

ElementBits StoredBits(const ir::Tensor& tensor) {
  ElementBits bits = {};
  std::memcpy(bits.data(), tensor.data.data(), std::min(tensor.data.size(), sizeof(bits)));
  return bits;
}

void EmitCopyOf(Lowering& lowering, int input, const StridedCopy& copy) {
  const auto placed = InRows(copy, lowering.InputRows(input));
  assert(placed.has_value());  // GpuKernel::reads_strided
  if (placed) EmitCopy(lowering, lowering.Input(input), *placed);
}

bool IsOneCopy(const StridedCopy& copy, const StridedView& rows) {
  const auto placed = InRows(copy, rows);
  return placed && Simplify(placed->source, true).size() <= kWalkDims;
}

void EmitCopy(Lowering& lowering, gpu::TensorId source, const StridedCopy& copy) {
  const MergedCopy merged = InWords(Merge(copy, ReadsChannels(lowering.fused())), lowering.OutputStorage());
  const StridedDims& dims = merged.copy.source;
  const int64_t rows = CountRows(dims);
  const int64_t row = dims.back().size;
  const int64_t pitch = merged.copy.result_pitch;
  const int64_t offset = merged.copy.result_offset;
  const uint32_t blocks = GroupsFor(row, 4);
  const auto total = static_cast<uint32_t>(
      merged.element_bytes == kWordBytes ? blocks * rows
                                         : WordsOf(offset, (rows - 1) * pitch + row, merged.element_bytes));
  using Push = shaders::CopyStrided::Push;
  const shaders::CopyStrided::Spec spec = {
      .kLocalSizeX = kGroup,
      .kAligned = row % 4 == 0 && pitch % 4 == 0 && offset % 4 == 0,
      .kSourceAligned = row % 4 == 0 && IsSourceAligned(dims, merged.copy.source_offset),
      .kTwoWords = merged.is_paired,
      .kWalkDims = WalkDimsOf(dims, merged.element_bytes),
      .kElementBytes = merged.element_bytes};
  const Push push = {
      .row = static_cast<uint32_t>(row),
      .rows = static_cast<uint32_t>(rows),
      .blocks = blocks,
      .total = total,
      .channels = static_cast<uint32_t>(lowering.output_dims().channels()),
      .result_offset = static_cast<uint32_t>(offset),
      .result_pitch = static_cast<uint32_t>(pitch),
      .source_offset = static_cast<int32_t>(merged.copy.source_offset),
      .by_result_pitch = gpu::Divisor(static_cast<uint32_t>(pitch)),
      .walk_size = OfRowDims<decltype(Push::walk_size)>(dims, std::mem_fn(&StridedDim::size), 1),
      .source_stride = OfRowDims<decltype(Push::source_stride)>(dims, std::mem_fn(&StridedDim::stride)),
      .source_row_stride = static_cast<int32_t>(dims.back().stride)};
  const auto groups = FlatGroups(total, kGroup, lowering.limits());
  if (copy.scratch != gpu::kNoTensor) {
    lowering.EmitPart<shaders::CopyStrided>(spec, push, {.source = source, .result = copy.scratch}, groups);
  } else {
    lowering.Emit<shaders::CopyStrided>(spec, push,
                                        {.source = source, .result = lowering.Output(copy.output)}, groups);
  }
}

}  // namespace litevk
