#include "runtime/opset/ops/transpose_conv.h"

#include "kernels_ref/families/hybrid_transpose_conv.h"
#include "kernels_ref/families/transpose_conv.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Run(const KernelArgs& args) {
  const int activation = args.params.As<abi::TfLiteTransposeConvParams>().activation;
  return TransposeConv(args, kTransposeConvInputs, RangeOf(activation));
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(transpose_conv, {{kPlainSignature, &Run}, {"float32xint8", &HybridTransposeConv}})
