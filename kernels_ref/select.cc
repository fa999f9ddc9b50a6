#include "kernels_ref/families/select.h"

#include <string>

#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status InferSelect(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 3));
  if (KeepsModelDims(query)) return {};
  const ir::Shape& condition = query.input(0);
  const ir::Shape& values = query.input(1);
  if (values != query.input(2)) {
    return InvalidArgument("the values have dims " + values.ToString() + " and " + query.input(2).ToString() +
                           ", expected the same");
  }
  const bool is_leading = condition.rank() == 1 && values.rank() > 0 && condition[0] == values[0];
  if (condition.rank() != 0 && !is_leading && condition != values) {
    return InvalidArgument("condition has dims " + condition.ToString() + ", expected a scalar, or all or " +
                           "the outermost of the values' dims, " + values.ToString());
  }
  return ir::SetOutput(query, {values.dims().begin(), values.dims().end()});
}

// A vector of conditions counts for the outermost dim.
static Status Select(const KernelArgs& args) {
  ir::Shape condition = args.inputs[0].dims();
  if (condition.rank() == 1) {
    std::vector<int> dims(static_cast<size_t>(std::max(1, args.inputs[1].dims().rank())), 1);
    dims[0] = condition[0];
    condition = ir::Shape(std::move(dims));
  }
  return ApplySelect(args, condition);
}

const KernelRow kKernelRow_select = {
    .op_code = abi::kTfLiteBuiltinSelect,
    .types = {{.element = kFixedSize | kString, .inputs = {kBool, kT, kT}, .outputs = {kT}}},
    .quantized = Quantized::kMoved,
    .infer_shapes = &InferSelect,
    .run = &Select,
};

}  // namespace litevk::ref
