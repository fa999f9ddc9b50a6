#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_square = {
    .op_code = abi::kTfLiteBuiltinSquare,
    .name = "SQUARE",
    .stem = "square",
    .versions =
        {
            {1, "1.12.0", "float32"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.element = kFloat32, .inputs = {kT}, .outputs = {kT}}},
    .infer_shapes = ir::SameAsInput,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kRounding},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
