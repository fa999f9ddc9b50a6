#include <string>

#include "kernels_ref/families/new_axis.h"
#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/shape_check.h"

namespace litevk::ref {

static Status InferPack(const ir::ShapeQuery& query) {
  const auto& params = query.params.As<abi::TfLitePackParams>();
  const auto count = static_cast<int>(query.inputs.size());
  if (params.values_count != count || count == 0) {
    return InvalidArgument("values_count is " + std::to_string(params.values_count) + " for " +
                           std::to_string(count) + " inputs, expected the same number, 1 or more");
  }
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, count));
  const ir::Shape& first = query.input(0);
  for (const ir::Tensor* input : query.inputs) {
    if (input->dims == first) continue;
    return InvalidArgument("inputs have dims " + first.ToString() + " and " + input->dims.ToString() +
                           ", expected equal dims");
  }
  LITEVK_ASSIGN_OR_RETURN(const int axis, ResolveNewAxis(params.axis, first.rank()));
  return ir::SetOutput(query, InsertDim(first, axis, count));
}

static Status Pack(const KernelArgs& args) {
  const ir::Shape& output = args.outputs[0].dims();
  if (output.NumElements() == 0) return {};
  LITEVK_ASSIGN_OR_RETURN(const int axis, ResolveNewAxis(args.params.As<abi::TfLitePackParams>().axis,
                                                         args.inputs[0].dims().rank()));
  return JoinRows(args, CountBetween(output, 0, axis));
}

const KernelRow kKernelRow_pack = {
    .op_code = abi::kTfLiteBuiltinPack,
    .params_bytes = sizeof(abi::TfLitePackParams),
    .types = {{.element = kFixedSize, .inputs = {kT}, .outputs = {kT}, .variadic = true}},
    .quantized = Quantized::kMoved,
    .infer_shapes = &InferPack,
    .run = &Pack,
};

}  // namespace litevk::ref
