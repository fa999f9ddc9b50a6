#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status InferRank(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 1));
  return ir::SetOutput(query, {});
}

}  // namespace

extern const OpInfo kOpInfo_rank = {
    .op_code = abi::kTfLiteBuiltinRank,
    .name = "RANK",
    .stem = "rank",
    .versions =
        {
            {1, "1.14.0", "every type"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.inputs = {kMovable | ir::DataType::kComplex64 | kPacked},
               .outputs = {kInt32},
               .quantized = Quantized::kMoved}},
    .reads_only_dims = true,
    .reads_only_rank = true,
    .infer_shapes = InferRank,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = MoveCost,
};

}  // namespace litevk
