#include "runtime/opset/op_record.h"
#include "runtime/opset/shape_check.h"

namespace litevk {
namespace {

Status InferReverse(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(1), 1, "axis"));
  return ir::SameAsInput(query);
}

}  // namespace

const OpInfo kOpInfo_reverse_v2 = {
    .op_code = abi::kTfLiteBuiltinReverseV2,
    .name = "REVERSE_V2",
    .stem = "reverse_v2",
    .versions =
        {
            {1, "1.14.0", "float32, uint8, int16, int32 and int64"},
            {2, "2.2.0", "bool"},
            {3, "2.5.0", "int8"},
            {4, "2.23.0", "float8"},
        },
    .needed_version = ByInput<0, When{BOOL, 2}, When{INT8, 3}, When{FLOAT8_E4M3FN, 4}, When{FLOAT8_E5M2, 4}>,
    .params = kNoParams,
    .types = {{.element = kFixedSize, .inputs = {kT, kInt32}, .outputs = {kT}}},
    .quantized = Quantized::kMoved,
    .infer_shapes = InferReverse,
    .operands = {{"input", "axis"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kAttribute, {"axis"}},
    .cost = MoveCost,
};

}  // namespace litevk
