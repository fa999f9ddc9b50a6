#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_pow = {
    .op_code = abi::kTfLiteBuiltinPow,
    .name = "POW",
    .stem = "pow",
    .versions =
        {
            {1, "1.10.0", "float32 and int32"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kInt32},
               .inputs = {kT, kT},
               .outputs = {kT}}},
    .infer_shapes = ir::BroadcastInputs,
    .operands = {{"lhs", "rhs"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
