#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_reduce_any = {
    .op_code = abi::kTfLiteBuiltinReduceAny,
    .name = "REDUCE_ANY",
    .stem = "reduce_any",
    .versions =
        {
            {1, "1.11.0", "bool"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillReducer>(),
    .types = {{.element = kBool, .inputs = {kT, kInt32}, .outputs = {kT}}},
    .infer_shapes = ir::InferReduce,
    .operands = {{"input", "axis"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kAttribute, .inputs = {kAnyLayout, ""}, .moved = {{"axis", Moves::kAxis}}},
    .cost = ReductionCost,
};

}  // namespace litevk
