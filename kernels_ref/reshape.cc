#include <algorithm>

#include "kernels_ref/check_types.h"
#include "kernels_ref/kernel_row.h"

namespace litevk::ref {

static Status Reshape(const KernelArgs& args) {
  LITEVK_RETURN_IF_ERROR(CheckElementSize(args).status());
  std::copy(args.inputs[0].bytes.begin(), args.inputs[0].bytes.end(), args.outputs[0].bytes.begin());
  return {};
}

const KernelRow kKernelRow_reshape = {abi::kTfLiteBuiltinReshape, &Reshape};

}  // namespace litevk::ref
