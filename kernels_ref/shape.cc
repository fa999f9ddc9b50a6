#include <algorithm>

#include "kernels_ref/support/dispatch.h"
#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/shape_check.h"

namespace litevk::ref {

static Status InferShape(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 1));
  return ir::SetOutput(query, {query.input(0).rank()});
}

// The output tensor's own type counts; the option out_type repeats it.
static Status WriteShape(const KernelArgs& args) {
  const std::vector<int>& dims = args.inputs[0].dims().dims();
  return ForType<int32_t, int64_t>(args.outputs[0].type(), [&](auto zero) {
    std::ranges::copy(dims, args.outputs[0].data<decltype(zero)>());
    return Status();
  });
}

const KernelRow kKernelRow_shape = {
    .op_code = abi::kTfLiteBuiltinShape,
    .types = {{.inputs = {kMovable}, .outputs = {kIndex}}},
    .quantized = Quantized::kMoved,
    .infer_shapes = &InferShape,
    .run = &WriteShape,
};

}  // namespace litevk::ref
