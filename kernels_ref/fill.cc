#include <string>

#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/shape_check.h"

namespace litevk::ref {

static Status InferFill(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(0), 1, "dims"));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(1), 0, "value"));
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> dims, ir::ReadStoredIndices(query, 0, "dims"));
  return ir::SetOutput(query, dims);
}

static Status Fill(const KernelArgs& args) { return FillElements(args.inputs[1], args.outputs[0]); }

const KernelRow kKernelRow_fill = {
    .op_code = abi::kTfLiteBuiltinFill,
    .types = {{.element = kMovable, .inputs = {kIndex, kT}, .outputs = {kT}}},
    .quantized = Quantized::kMoved,
    .infer_shapes = &InferFill,
    .run = &Fill,
};

}  // namespace litevk::ref
