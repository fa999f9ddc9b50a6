#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_floor = {
    .op_code = abi::kTfLiteBuiltinFloor,
    .name = "FLOOR",
    .stem = "floor",
    .versions =
        {
            {1, "1.9.0", "float32"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kFloat16}, .inputs = {kT}, .outputs = {kT}}},
    .infer_shapes = ir::SameAsInput,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
