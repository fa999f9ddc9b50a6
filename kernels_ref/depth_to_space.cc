#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/strides.h"

namespace litevk::ref {

// Maps input {n, h, w, (block row, block column, c)} to output {n, (h, block row), (w, block column), c}.
static Status DepthToSpace(const KernelArgs& args) {
  const ir::Shape& input = args.inputs[0].dims();
  const ir::Shape& output = args.outputs[0].dims();
  if (output.NumElements() == 0) return {};
  const int block = args.params.As<abi::TfLiteBlockSizeParams>().block_size;
  const ir::Shape walked = {output[0], input[1], block, input[2], block, output[3]};
  const std::vector<int64_t> grouped = DenseStrides({input[0], input[1], input[2], block, block, output[3]});
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[0], args.outputs[0]));
  CopyStrided(walked, copier,
              {.strides = {grouped[0], grouped[1], grouped[3], grouped[2], grouped[4], grouped[5]}},
              {.strides = DenseStrides(walked)});
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(depth_to_space, &DepthToSpace)
