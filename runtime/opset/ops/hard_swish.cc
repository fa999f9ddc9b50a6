#include "runtime/opset/elementwise/quantized_elementwise.h"
#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

constexpr LayerForm kLayer = {.operands = 1};

}  // namespace

extern const OpInfo kOpInfo_hard_swish = {
    .op_code = abi::kTfLiteBuiltinHardSwish,
    .name = "HARD_SWISH",
    .stem = "hard_swish",
    .versions =
        {
            {1, "1.15.0", "float32, uint8 and int8"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.element = kFloat32, .inputs = {kT}, .outputs = {kT}}, Quantized8Bits(1)},
    .infer_shapes = ir::SameAsInput,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
    .layer = &kLayer,
};

}  // namespace litevk
