#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/common/block_batches.h"
#include "delegate/ops/move/complex_types.h"
#include "delegate/ops/move/mover.h"
#include "delegate/ops/move/picks.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

Result<Blocks> ReadCroppedBlocks(const ir::ShapeQuery& query) { return ReadBlocks(query, "crops"); }

// Returns the input row of each output row. Every output row has one, since crops only remove rows.
std::vector<int> BatchedRows(const Blocks& blocks, const ir::Shape& batched, const ir::Shape& spatial) {
  std::vector<int> rows(static_cast<size_t>(spatial.NumElements() / RowElements(blocks, spatial)));
  int row = 0;
  for (const int spatial_row : SpatialRows(blocks, batched, spatial)) {
    if (spatial_row != kNoRow) rows[static_cast<size_t>(spatial_row)] = row;
    ++row;
  }
  return rows;
}

void Lower(Lowering& lowering) {
  const Blocks blocks = ResolveAgain(lowering.view(), ReadCroppedBlocks);
  const ir::Shape& batched = lowering.view().input(0).dims;
  const int64_t elements = RowElements(blocks, batched);
  EmitKnownPicks(lowering, lowering.Input(0), BatchedRows(blocks, batched, lowering.output_dims()),
                 {.dim = batched.NumElements() / elements, .inner = elements});
}

}  // namespace

OpSpec MakeSpec_batch_to_space_nd() {
  return {
      .op_code = abi::kTfLiteBuiltinBatchToSpaceNd,
      .kernels = {Mover(
          {.element = kMovedOrComplex,
           .constraints = BlockConstraints("the crops are stored in the model or computed from shapes"),
           .lower = Lower})},
  };
}

}  // namespace litevk
