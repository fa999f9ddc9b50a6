#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_cos = {
    .op_code = abi::kTfLiteBuiltinCos,
    .name = "COS",
    .stem = "cos",
    .versions =
        {
            {1, "1.14.0", "float32"},
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
