#include "runtime/opset/common/new_axis.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/open_operands.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status InferExpandDims(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  const ir::Shape& input = query.input(0);
  if (ir::IsPlanned(query, 1)) return ir::SetOpenOutput(query, input.rank() + 1);
  LITEVK_ASSIGN_OR_RETURN(const int64_t given, ir::ReadStoredIndex(query, 1, "axis"));
  LITEVK_ASSIGN_OR_RETURN(const int axis, ResolveNewAxis(given, input.rank()));
  return ir::SetOutput(query, InsertDim(input, axis, 1));
}

}  // namespace

extern const OpInfo kOpInfo_expand_dims = {
    .op_code = abi::kTfLiteBuiltinExpandDims,
    .name = "EXPAND_DIMS",
    .stem = "expand_dims",
    .versions =
        {
            {1, "1.10.0", "every type"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.element = kMovable | ir::DataType::kComplex64 | kPacked,
               .inputs = {kT, kIndex},
               .outputs = {kT},
               .quantized = Quantized::kMovedEven}},
    .infer_shapes = InferExpandDims,
    .operands = {{"input", "axis"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kTerminate, .keeps_elements = true},
    .cost = AliasCost,
    .describe = DescribeShape,
};

}  // namespace litevk
