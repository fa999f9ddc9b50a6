#include "delegate/abi/builtin_params.h"
#include "kernels_ref/check_types.h"
#include "kernels_ref/kernel_row.h"
#include "kernels_ref/rearrange.h"

namespace litevk::ref {

// input {n, h, w, (block row, block column, c)} becomes output {n, (h, block row), (w, block column), c}.
static Status DepthToSpace(const KernelArgs& args) {
  LITEVK_ASSIGN_OR_RETURN(const size_t element_bytes, CheckElementSize(args));
  const int block = args.params.As<abi::TfLiteBlockSizeParams>().block_size;
  const ir::Shape& input = args.inputs[0].dims();
  const ir::Shape& output = args.outputs[0].dims();
  const ir::Shape walked = {output[0], input[1], block, input[2], block, output[3]};
  const std::vector<int64_t> grouped = DenseStrides({input[0], input[1], input[2], block, block, output[3]});
  CopyStrided(walked, element_bytes, args.inputs[0].bytes.data(),
              {grouped[0], grouped[1], grouped[3], grouped[2], grouped[4], grouped[5]},
              args.outputs[0].bytes.data(), DenseStrides(walked));
  return {};
}

const KernelRow kKernelRow_depth_to_space = {abi::kTfLiteBuiltinDepthToSpace, &DepthToSpace};

}  // namespace litevk::ref
