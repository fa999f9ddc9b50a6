#include <string>

#include "kernels_ref/families/select.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status InferSelectV2(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 3));
  if (KeepsModelDims(query)) return {};
  ir::Shape output;
  if (!ir::Broadcast(query.input(0), query.input(1), &output) ||
      !ir::Broadcast(output, query.input(2), &output)) {
    return InvalidArgument("inputs have dims " + query.input(0).ToString() + ", " +
                           query.input(1).ToString() + " and " + query.input(2).ToString() +
                           ", expected equal dims or 1");
  }
  return ir::SetOutput(query, {output.dims().begin(), output.dims().end()});
}

static Status SelectV2(const KernelArgs& args) { return ApplySelect(args, args.inputs[0].dims()); }

const KernelRow kKernelRow_select_v2 = {
    .op_code = abi::kTfLiteBuiltinSelectV2,
    .types = {{.element = kFixedSize | kString, .inputs = {kBool, kT, kT}, .outputs = {kT}}},
    .quantized = Quantized::kMoved,
    .infer_shapes = &InferSelectV2,
    .run = &SelectV2,
};

}  // namespace litevk::ref
