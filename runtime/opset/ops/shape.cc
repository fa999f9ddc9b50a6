#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status InferShape(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 1));
  return ir::SetOutput(query, {query.input(0).rank()});
}

void FillParams(const schema::ShapeOptions& options, abi::TfLiteShapeParams& params, OptionsReader& reader) {
  params.out_type = reader.ReadType(options.out_type());
}

}  // namespace

extern const OpInfo kOpInfo_shape = {
    .op_code = abi::kTfLiteBuiltinShape,
    .name = "SHAPE",
    .stem = "shape",
    .versions =
        {
            {1, "1.10.0", "every type"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillParams>(),
    .types = {{.inputs = {kMovable | ir::DataType::kComplex64 | kPacked},
               .outputs = {kIndex},
               .quantized = Quantized::kMoved}},
    .reads_only_dims = true,
    .infer_shapes = InferShape,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = MoveCost,
};

}  // namespace litevk
