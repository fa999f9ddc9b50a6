#include "delegate/ops/conv/device_pack.h"

#include <algorithm>
#include <functional>

#include "delegate/ops/conv/tile_plan.h"
#include "delegate/ops/move/strided.h"
#include "shaders/matmul/pack_matrices.h"

namespace litevk {
namespace {

using Walk = std::vector<ir::WalkDim<1>>;
using Shader = shaders::PackMatrices;

// Appends an empty dim, where other walks have their rows. An empty walk gets two.
Walk WithRow(Walk walk) {
  if (walk.empty()) walk.push_back({});
  walk.push_back({});
  return walk;
}

bool AreDense(const MatricesOf& matrices) {
  int64_t stride = matrices.rows * matrices.columns;
  for (size_t i = matrices.walk.size(); i-- > 0; stride *= matrices.walk[i].size) {
    if (matrices.walk[i].size > 1 && matrices.walk[i].strides[0] != stride) return false;
  }
  return true;
}

bool AreInOrder(const MatricesOf& matrices, const PackedLayout& layout) {
  const int64_t packed_columns = int64_t{layout.panels} * layout.lanes * 4;
  const bool is_row_major = !matrices.is_transposed || matrices.rows == 1;
  return is_row_major && packed_columns == matrices.columns && layout.rows == matrices.rows &&
         (layout.panels == 1 || layout.rows == 1) && AreDense(matrices);
}

// True if every line of every matrix is whole vectors of four, and begins with one.
bool LinesAreAligned(const MatricesOf& matrices) {
  const int64_t line = matrices.is_transposed ? matrices.rows : matrices.columns;
  return line % 4 == 0 && std::ranges::all_of(matrices.walk, [](const ir::WalkDim<1>& dim) {
           return dim.strides[0] % 4 == 0;
         });
}

}  // namespace

int64_t MatricesOf::Count() const {
  int64_t count = 1;
  for (const ir::WalkDim<1>& dim : walk) count *= dim.size;
  return count;
}

gpu::TensorId EmitPacked(Lowering& lowering, std::string_view name, const MatricesOf& matrices,
                         const PackedLayout& layout) {
  if (AreInOrder(matrices, layout) && lowering.IsDenseWhereBound(matrices.tensor)) return matrices.tensor;
  const gpu::TensorId packed =
      lowering.AddScratch(name, layout.Floats(matrices.Count()), gpu::Storage::kFloat32);
  const Walk walk = WithRow(matrices.walk);
  const uint32_t row_blocks = GroupsFor(layout.rows, 4);
  const int64_t total = matrices.Count() * layout.panels * row_blocks * layout.lanes;
  const bool aligned = LinesAreAligned(matrices);
  lowering.EmitPart<Shader>(
      {.kLocalSizeX = kInvocations,
       .kAligned = aligned,
       .kTransposed = matrices.is_transposed,
       .kWalkDims = RowDims(walk)},
      {.rows = static_cast<uint32_t>(matrices.rows),
       .columns = static_cast<uint32_t>(matrices.columns),
       .packed_rows = static_cast<uint32_t>(layout.rows),
       .lanes = layout.lanes,
       .panels = layout.panels,
       .row_blocks = row_blocks,
       .total = static_cast<uint32_t>(total),
       .walk_size = OfRowDims<decltype(Shader::Push::walk_size)>(walk, std::mem_fn(&ir::WalkDim<1>::size), 1),
       .source_stride = RowStrides<decltype(Shader::Push::source_stride)>(walk, 0)},
      {.source = matrices.tensor, .packed = packed}, FlatGroups(total, kInvocations, lowering.limits()),
      lowering.VariantWhen(aligned && lowering.IsWholeWhereBound(matrices.tensor)));
  return packed;
}

}  // namespace litevk
