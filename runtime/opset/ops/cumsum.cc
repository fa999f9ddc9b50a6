#include "runtime/opset/common/axis.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

// The output's shape does not depend on the axis. An axis that is not known yet is checked when the node
// runs.
Status InferCumsum(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  const Result<int> axis = ReadAxis(query);
  if (!axis.ok() && axis.status().code() != StatusCode::kNeedsValues) return axis.status();
  return ir::SameAsInput(query);
}

void FillParams(const schema::CumsumOptions& options, abi::TfLiteCumsumParams& params, OptionsReader&) {
  params.exclusive = options.exclusive();
  params.reverse = options.reverse();
}

}  // namespace

extern const OpInfo kOpInfo_cumsum = {
    .op_code = abi::kTfLiteBuiltinCumsum,
    .name = "CUMSUM",
    .stem = "cumsum",
    .versions =
        {
            {1, "2.4.0", "float32, int32 and int64"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillParams>(),
    .types = {{.element = kNumeric, .inputs = {kT, kInt32}, .outputs = {kT}}},
    .infer_shapes = InferCumsum,
    .operands = {{"input", "axis"}, {"output"}},
    .numeric_class = {NumericKind::kSum, {.factors = {0}, .counted_input = 0, .axes_input = 1}},
    .layout = {.role = LayoutRole::kAttribute, .inputs = {kAnyLayout, ""}, .moved = {{"axis", Moves::kAxis}}},
    .cost = ElementwiseCost,
};

}  // namespace litevk
