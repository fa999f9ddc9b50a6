#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_ceil = {
    .op_code = abi::kTfLiteBuiltinCeil,
    .name = "CEIL",
    .stem = "ceil",
    .versions =
        {
            {1, "1.14.0", "float32"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.element = kFloat32, .inputs = {kT}, .outputs = {kT}}},
    .infer_shapes = ir::SameAsInput,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
