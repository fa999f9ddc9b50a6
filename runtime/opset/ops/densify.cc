#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_densify = {
    .op_code = abi::kTfLiteBuiltinDensify,
    .name = "DENSIFY",
    .stem = "densify",
    .versions =
        {
            {1, "2.2.0", "float32, float16 and int8"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kFloat16, ir::DataType::kInt8},
               .inputs = {kT},
               .outputs = {kT},
               .quantized = Quantized::kMoved}},
    .takes_sparse = true,
    .infer_shapes = ir::SameAsInput,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = MoveCost,
};

}  // namespace litevk
