#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_logical_or = {
    .op_code = abi::kTfLiteBuiltinLogicalOr,
    .name = "LOGICAL_OR",
    .stem = "logical_or",
    .versions =
        {
            {1, "1.11.0", "bool"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.inputs = {kBool, kBool}, .outputs = {kBool}}},
    .combination = Combination::kOr,
    .infer_shapes = ir::BroadcastInputs,
    .operands = {{"lhs", "rhs"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
