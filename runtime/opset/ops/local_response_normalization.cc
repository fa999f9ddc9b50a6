#include <string>

#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status InferLocalResponseNormalization(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 1));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(0), 4, "input"));
  const int radius = query.params.As<abi::TfLiteLocalResponseNormParams>().radius;
  if (radius >= 0) return ir::SameAsInput(query);
  return InvalidArgument("radius is " + std::to_string(radius) + ", expected 0 or more");
}

void FillParams(const schema::LocalResponseNormalizationOptions& options,
                abi::TfLiteLocalResponseNormParams& params, OptionsReader&) {
  params.radius = options.radius();
  params.bias = options.bias();
  params.alpha = options.alpha();
  params.beta = options.beta();
}

// Counts a multiply-add for each channel in an element's window.
OpCost Cost(const ir::NodeView& view) {
  const double channels = 2.0 * view.params<abi::TfLiteLocalResponseNormParams>().radius + 1;
  return CostOf(view, 2 * channels * ElementsOf(view.output()));
}

}  // namespace

extern const OpInfo kOpInfo_local_response_normalization = {
    .op_code = abi::kTfLiteBuiltinLocalResponseNormalization,
    .name = "LOCAL_RESPONSE_NORMALIZATION",
    .stem = "local_response_normalization",
    .versions =
        {
            {1, "1.5.0", "float32"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillParams>(),
    .types = {{.inputs = {kFloat32}, .outputs = {kFloat32}}},
    .infer_shapes = InferLocalResponseNormalization,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {.role = LayoutRole::kImplicit, .inputs = {"NHWC"}, .outputs = {"NHWC"}},
    .cost = Cost,
};

}  // namespace litevk
