#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_assign_variable = {
    .op_code = abi::kTfLiteBuiltinAssignVariable,
    .name = "ASSIGN_VARIABLE",
    .stem = "assign_variable",
    .versions =
        {
            {1, "2.6.0", "every type"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {},
    .infer_shapes = nullptr,
    .operands = {{"resource", "value"}, {}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = NoCost,
};

}  // namespace litevk
