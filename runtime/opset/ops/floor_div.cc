#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_floor_div = {
    .op_code = abi::kTfLiteBuiltinFloorDiv,
    .name = "FLOOR_DIV",
    .stem = "floor_div",
    .versions =
        {
            {1, "1.14.0", "int32"},
            {2, "1.14.0", "float32"},
            {3, "2.13.0", "int8 and int16"},
        },
    .needed_version = ByInput<0, When{FLOAT32, 2}, When{INT8, 3}, When{INT16, 3}>,
    .params = kNoParams,
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kInt8, ir::DataType::kInt16,
                           ir::DataType::kInt32},
               .inputs = {kT, kT},
               .outputs = {kT}}},
    .infer_shapes = ir::BroadcastInputs,
    .operands = {{"lhs", "rhs"}, {"output"}},
    .numeric_class = {NumericKind::kRounding},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
