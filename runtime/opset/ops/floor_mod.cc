#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_floor_mod = {
    .op_code = abi::kTfLiteBuiltinFloorMod,
    .name = "FLOOR_MOD",
    .stem = "floor_mod",
    .versions =
        {
            {1, "1.13.0", "float32, int32 and int64"},
            {2, "2.13.0", "int8 and int16"},
        },
    .needed_version = kInt8AndInt16Are2,
    .params = kNoParams,
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kInt8, ir::DataType::kInt16,
                           ir::DataType::kInt32, ir::DataType::kInt64},
               .inputs = {kT, kT},
               .outputs = {kT}}},
    .infer_shapes = ir::BroadcastInputs,
    .operands = {{"lhs", "rhs"}, {"output"}},
    .numeric_class = {NumericKind::kRounding},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
