#include "delegate/ops/constraints.h"
#include "delegate/ops/move/strided.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

// Output {n, h, w, block row, block column, c}; in the input the block's rows come before the columns of
// blocks.
void Lower(Lowering& lowering) {
  const int block = lowering.view().params<abi::TfLiteBlockSizeParams>().block_size;
  const ir::Shape& out = lowering.output_dims();
  const ir::Shape grouped = {out[0], out[1], block, out[2], block, lowering.view().input(0).dims.channels()};
  const StridedDims dims = DenseDims(grouped);
  EmitCopy(lowering, lowering.Input(0), {.source = {dims[0], dims[1], dims[3], dims[2], dims[4], dims[5]}});
}

}  // namespace

OpSpec MakeSpec_space_to_depth() {
  return {
      .op_code = abi::kTfLiteBuiltinSpaceToDepth,
      .signatures = {{.element = kBlockTypes, .lower = Lower}},
      .constraints = {{"the rank of the input is 4",
                       [](const NodeView& view) { return view.input(0).dims.rank() == 4; }},
                      {"the block size is positive",
                       [](const NodeView& view) {
                         return view.params<abi::TfLiteBlockSizeParams>().block_size > 0;
                       }}},
      .takes_epilogue = true,
      .moves = true,
  };
}

}  // namespace litevk
