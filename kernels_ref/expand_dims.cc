#include "kernels_ref/families/new_axis.h"
#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/shape_check.h"

namespace litevk::ref {

static Status InferExpandDims(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  const ir::Shape& input = query.input(0);
  LITEVK_ASSIGN_OR_RETURN(const int64_t given, ir::ReadStoredIndex(query, 1, "axis"));
  LITEVK_ASSIGN_OR_RETURN(const int axis, ResolveNewAxis(given, input.rank()));
  return ir::SetOutput(query, InsertDim(input, axis, 1));
}

const KernelRow kKernelRow_expand_dims = {
    .op_code = abi::kTfLiteBuiltinExpandDims,
    .types = {{.element = kMovable, .inputs = {kT, kIndex}, .outputs = {kT}}},
    .quantized = Quantized::kMoved,
    .infer_shapes = &InferExpandDims,
    .run = &CopyInput,
};

}  // namespace litevk::ref
