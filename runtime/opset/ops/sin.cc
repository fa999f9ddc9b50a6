#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_sin = {
    .op_code = abi::kTfLiteBuiltinSin,
    .name = "SIN",
    .stem = "sin",
    .versions =
        {
            {1, "1.9.0", "float32"},
            {2, "2.23.0", "float16"},
        },
    .needed_version = kFloat16Is2,
    .params = kNoParams,
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kFloat16}, .inputs = {kT}, .outputs = {kT}}},
    .infer_shapes = ir::SameAsInput,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
