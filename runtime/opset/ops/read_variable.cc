#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_read_variable = {
    .op_code = abi::kTfLiteBuiltinReadVariable,
    .name = "READ_VARIABLE",
    .stem = "read_variable",
    .versions =
        {
            {1, "2.6.0", "every type"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {},
    .infer_shapes = nullptr,
    .operands = {{"resource"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = MoveCost,
};

}  // namespace litevk
