#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

constexpr LayerForm kLayer = {.operands = 2};

}  // namespace

extern const OpInfo kOpInfo_prelu = {
    .op_code = abi::kTfLiteBuiltinPrelu,
    .name = "PRELU",
    .stem = "prelu",
    .versions =
        {
            {1, "1.8.0", "float32, uint8 and int8"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.inputs = {kFloat32, kFloat32}, .outputs = {kFloat32}}},
    .infer_shapes = ir::BroadcastInputs,
    .operands = {{"input", "alpha"}, {"output"}},
    .numeric_class = {NumericKind::kRounding},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
    .layer = &kLayer,
};

}  // namespace litevk
