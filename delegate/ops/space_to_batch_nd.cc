#include "delegate/kernel/constraints.h"
#include "delegate/ops/common/block_batches.h"
#include "delegate/ops/common/pad.h"
#include "delegate/ops/move/complex_types.h"
#include "delegate/ops/move/mover.h"
#include "delegate/ops/move/picks.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

Result<Blocks> ReadPaddedBlocks(const ir::ShapeQuery& query) { return ReadBlocks(query, "paddings"); }

void Lower(Lowering& lowering) {
  const Blocks blocks = ResolveAgain(lowering.view(), ReadPaddedBlocks);
  const ir::Shape& spatial = lowering.view().input(0).dims;
  const int64_t elements = RowElements(blocks, spatial);
  EmitKnownPicks(lowering, lowering.Input(0), SpatialRows(blocks, lowering.output_dims(), spatial),
                 {.dim = spatial.NumElements() / elements,
                  .inner = elements,
                  .filling = ZeroOf(lowering.view().output())});
}

}  // namespace

OpSpec MakeSpec_space_to_batch_nd() {
  return {
      .op_code = abi::kTfLiteBuiltinSpaceToBatchNd,
      .kernels = {Mover(
          {.element = kMovedOrComplex,
           .constraints = BlockConstraints("the paddings are stored in the model or computed from shapes"),
           .lower = Lower})},
  };
}

}  // namespace litevk
