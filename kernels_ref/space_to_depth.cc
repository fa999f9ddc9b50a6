#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/strides.h"

namespace litevk::ref {

// Maps input {n, (h, block row), (w, block column), c} to output {n, h, w, (block row, block column, c)}.
static Status SpaceToDepth(const KernelArgs& args) {
  const ir::Shape& input = args.inputs[0].dims();
  const ir::Shape& output = args.outputs[0].dims();
  if (output.NumElements() == 0) return {};
  const int block = args.params.As<abi::TfLiteBlockSizeParams>().block_size;
  const ir::Shape walked = {output[0], output[1], block, output[2], block, input[3]};
  const std::vector<int64_t> grouped =
      DenseStrides({output[0], output[1], output[2], block, block, input[3]});
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[0], args.outputs[0]));
  CopyStrided(walked, copier, {.strides = DenseStrides(walked)},
              {.strides = {grouped[0], grouped[1], grouped[3], grouped[2], grouped[4], grouped[5]}});
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(space_to_depth, &SpaceToDepth)
