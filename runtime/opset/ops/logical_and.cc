#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_logical_and = {
    .op_code = abi::kTfLiteBuiltinLogicalAnd,
    .name = "LOGICAL_AND",
    .stem = "logical_and",
    .versions =
        {
            {1, "1.11.0", "bool"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.inputs = {kBool, kBool}, .outputs = {kBool}}},
    .combination = Combination::kAnd,
    .infer_shapes = ir::BroadcastInputs,
    .operands = {{"lhs", "rhs"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
