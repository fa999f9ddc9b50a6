#include "delegate/ops/move/strided.h"

#include <algorithm>
#include <cassert>

#include "shaders/copy_strided.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;
[[maybe_unused]] constexpr size_t kMaxDims = 5;  // of copy_strided.comp: four and the row

// Runs along the row are whole vec4s in memory.
bool IsSourceAligned(const StridedDims& dims, int64_t offset) {
  if (offset % 4 != 0 || DimAt(dims, 0).stride != 1) return false;
  return std::all_of(dims.begin(), dims.end() - 1, [](const StridedDim& d) { return d.stride % 4 == 0; });
}

}  // namespace

StridedDims DenseDims(const ir::Shape& dims) {
  StridedDims strided(static_cast<size_t>(dims.rank()));
  int64_t stride = 1;
  for (size_t axis = strided.size(); axis-- > 0;) {
    strided[axis] = {dims[static_cast<int>(axis)], stride};
    stride *= strided[axis].size;
  }
  return strided;
}

StridedDims Simplify(const StridedDims& dims, bool keep_row) {
  StridedDims merged;  // innermost first
  for (size_t axis = dims.size(); axis-- > 0;) {
    const StridedDim dim = dims[axis];
    if (dim.size == 1) continue;
    const bool may_merge = merged.size() > (keep_row ? 1U : 0U);
    if (may_merge && dim.stride == merged.back().stride * merged.back().size) {
      merged.back().size *= dim.size;
    } else {
      merged.push_back(dim);
    }
  }
  if (merged.empty()) merged.push_back({.size = 1, .stride = 1});
  std::ranges::reverse(merged);
  return merged;
}

StridedDim DimAt(const StridedDims& dims, int from_innermost) {
  const auto index = static_cast<size_t>(from_innermost);
  return index < dims.size() ? dims[dims.size() - 1 - index] : StridedDim{};
}

bool ReadsChannels(const FusedNode& fused) {
  return std::ranges::any_of(fused.epilogue,
                             [](const EpilogueStep& step) { return step.kind == OperandKind::kChannel; });
}

void EmitCopy(Lowering& lowering, gpu::TensorId source, const StridedCopy& copy) {
  const bool has_pitch = copy.result_pitch > 0;
  const StridedDims dims = has_pitch ? copy.source : Simplify(copy.source, ReadsChannels(lowering.fused()));
  assert(!dims.empty() && dims.size() <= kMaxDims);
  int64_t rows = 1;
  for (size_t axis = 0; axis + 1 < dims.size(); ++axis) rows *= dims[axis].size;
  const int64_t row = dims.back().size;
  const int64_t pitch = has_pitch ? copy.result_pitch : row;
  const uint32_t blocks = GroupsFor(row, 4);
  const auto total = static_cast<uint32_t>(blocks * rows);
  const bool aligned = row % 4 == 0 && pitch % 4 == 0 && copy.result_offset % 4 == 0;
  const auto stride = [&](int index) { return static_cast<int32_t>(DimAt(dims, index).stride); };
  const auto size = [&](int index) { return static_cast<uint32_t>(DimAt(dims, index).size); };
  lowering.Emit<shaders::CopyStrided>(
      {.kLocalSizeX = kGroup,
       .kAligned = aligned,
       .kSourceAligned = row % 4 == 0 && IsSourceAligned(dims, copy.source_offset)},
      {.row = static_cast<uint32_t>(row),
       .blocks = blocks,
       .total = total,
       .channels = static_cast<uint32_t>(lowering.output_dims().channels()),
       .result_offset = static_cast<uint32_t>(copy.result_offset),
       .result_pitch = static_cast<uint32_t>(pitch),
       .source_offset = static_cast<int32_t>(copy.source_offset),
       .dim_1 = size(3),
       .dim_2 = size(2),
       .dim_3 = size(1),
       .stride_0 = stride(4),
       .stride_1 = stride(3),
       .stride_2 = stride(2),
       .stride_3 = stride(1),
       .stride_row = stride(0)},
      {.source = source, .result = lowering.Output()}, FlatGroups(total, kGroup, lowering.limits()));
}

}  // namespace litevk
