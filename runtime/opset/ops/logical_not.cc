#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_logical_not = {
    .op_code = abi::kTfLiteBuiltinLogicalNot,
    .name = "LOGICAL_NOT",
    .stem = "logical_not",
    .versions =
        {
            {1, "1.11.0", "bool"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.inputs = {kBool}, .outputs = {kBool}}},
    .infer_shapes = ir::SameAsInput,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
