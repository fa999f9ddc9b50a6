#include "delegate/ops/move/strided.h"

#include <algorithm>
#include <functional>

#include "shaders/copy_strided.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

// Runs along the row are whole vec4s in memory.
bool IsSourceAligned(const StridedDims& dims, int64_t offset) {
  if (offset % 4 != 0 || DimAt(dims, 0).stride != 1) return false;
  return std::all_of(dims.begin(), dims.end() - 1, [](const StridedDim& d) { return d.stride % 4 == 0; });
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
  return std::ranges::any_of(fused.epilogue,
                             [](const EpilogueStep& step) { return step.kind == OperandKind::kChannel; });
}

void EmitCopy(Lowering& lowering, gpu::TensorId source, const StridedCopy& copy) {
  const bool has_pitch = copy.result_pitch > 0;
  const StridedDims dims = has_pitch ? copy.source : Simplify(copy.source, ReadsChannels(lowering.fused()));
  const int64_t rows = CountRows(dims);
  const int64_t row = dims.back().size;
  const int64_t pitch = has_pitch ? copy.result_pitch : row;
  const uint32_t blocks = GroupsFor(row, 4);
  const auto total = static_cast<uint32_t>(blocks * rows);
  const bool aligned = row % 4 == 0 && pitch % 4 == 0 && copy.result_offset % 4 == 0;
  using Push = shaders::CopyStrided::Push;
  lowering.Emit<shaders::CopyStrided>(
      {.kLocalSizeX = kGroup,
       .kAligned = aligned,
       .kSourceAligned = row % 4 == 0 && IsSourceAligned(dims, copy.source_offset),
       .kWalkDims = RowDims(dims)},
      {.row = static_cast<uint32_t>(row),
       .blocks = blocks,
       .total = total,
       .channels = static_cast<uint32_t>(lowering.output_dims().channels()),
       .result_offset = static_cast<uint32_t>(copy.result_offset),
       .result_pitch = static_cast<uint32_t>(pitch),
       .source_offset = static_cast<int32_t>(copy.source_offset),
       .walk_size = OfRowDims<decltype(Push::walk_size)>(dims, std::mem_fn(&StridedDim::size), 1),
       .source_stride = OfRowDims<decltype(Push::source_stride)>(dims, std::mem_fn(&StridedDim::stride)),
       .source_row_stride = static_cast<int32_t>(dims.back().stride)},
      {.source = source, .result = lowering.Output()}, FlatGroups(total, kGroup, lowering.limits()));
}

}  // namespace litevk
