#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_reduce_all = {
    .op_code = abi::kTfLiteBuiltinReduceAll,
    .name = "REDUCE_ALL",
    .stem = "reduce_all",
    .versions =
        {
            {1, "2.6.0", "bool"},
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
