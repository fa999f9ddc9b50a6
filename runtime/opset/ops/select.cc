#include "runtime/opset/elementwise/select.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status InferSelect(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 3));
  if (KeepsModelDims(query)) return {};
  const ir::Shape& condition = query.input(0);
  ir::Shape values = query.input(1);
  if (!ir::Agree(values, query.input(2))) {
    return InvalidArgument("the values have dims " + values.ToString() + " and " + query.input(2).ToString() +
                           ", expected the same");
  }
  const bool is_leading = condition.rank() == 1 && values.rank() > 0 && ir::MayEqual(condition[0], values[0]);
  if (condition.rank() != 0 && !is_leading && !ir::Agree(values, condition)) {
    return InvalidArgument("condition has dims " + condition.ToString() + ", expected a scalar, or all or " +
                           "the outermost of the values' dims, " + values.ToString());
  }
  return ir::SetOutput(query, {values.dims().begin(), values.dims().end()});
}

int VersionOfSelect(const OpSignature& signature) {
  if (signature.input_type(0) == UINT32) return 4;
  for (size_t i = 0; i < 3; ++i) {
    if (signature.input_rank(i) == 5) return 3;
  }
  return signature.input_type(0) == INT8 ? 2 : 1;
}

// Returns false for a vector of conditions, which applies to the outermost dim and not to the last one.
bool KeepsDims(const ir::NodeView& view) {
  return view.input(0).dims.rank() != 1 || view.output().dims.rank() == 1;
}

}  // namespace

extern const OpInfo kOpInfo_select = {
    .op_code = abi::kTfLiteBuiltinSelect,
    .name = "SELECT",
    .stem = "select",
    .versions =
        {
            {1, "1.14.0", "float32, bool and the integer types"},
            {2, "1.14.0", "int8"},
            {3, "2.12.0", "5 dims"},
            {4, "2.12.0", "uint32"},
        },
    .needed_version = VersionOfSelect,
    .params = kNoParams,
    .types = {{.element = kFixedSize | ir::DataType::kComplex64 | kString,
               .inputs = {kBool, kT, kT},
               .outputs = {kT},
               .quantized = Quantized::kMoved}},
    .infer_shapes = InferSelect,
    .operands = {{"condition", "x", "y"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kTransparent, .keeps_dims = KeepsDims},
    .cost = MoveCost,
};

}  // namespace litevk
