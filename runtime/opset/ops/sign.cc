#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_sign = {
    .op_code = abi::kTfLiteBuiltinSign,
    .name = "SIGN",
    .stem = "sign",
    .versions =
        {
            {1, "2.11.0", "float32 and float64"},
            {2, "2.12.0", "int32"},
        },
    .needed_version = ByInput<0, When{INT32, 2}>,
    .params = kNoParams,
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kFloat64, ir::DataType::kInt32},
               .inputs = {kT},
               .outputs = {kT}}},
    .infer_shapes = ir::SameAsInput,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
