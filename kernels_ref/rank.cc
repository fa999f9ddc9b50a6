#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/shape_check.h"

namespace litevk::ref {

static Status InferRank(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 1));
  return ir::SetOutput(query, {});
}

static Status Rank(const KernelArgs& args) {
  args.outputs[0].data<int32_t>()[0] = args.inputs[0].dims().rank();
  return {};
}

const KernelRow kKernelRow_rank = {
    .op_code = abi::kTfLiteBuiltinRank,
    .types = {{.inputs = {kMovable}, .outputs = {kInt32}}},
    .quantized = Quantized::kMoved,
    .infer_shapes = &InferRank,
    .run = &Rank,
};

}  // namespace litevk::ref
