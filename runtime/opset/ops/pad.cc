#include "runtime/opset/common/pad.h"
#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

void Describe(NodeText& text) {
  text.AddOperands();
  text.AddInts("Paddings", 1);
}

constexpr LayerForm kLayer = {
    .operands = 1, .needs = "paddings", .values = &LayerAttributes::paddings, .columns = 2};

}  // namespace

extern const OpInfo kOpInfo_pad = {
    .op_code = abi::kTfLiteBuiltinPad,
    .name = "PAD",
    .stem = "pad",
    .versions =
        {
            {1, "1.5.0", "float32, uint8, int32 and int64"},
            {2, "1.14.0", "int8"},
            {3, "2.4.0", "int16"},
            {4, "2.6.0", "more than 4 dims"},
            {5, "2.20.0", "bool"},
            {6, "2.23.0", "float8"},
        },
    .needed_version = VersionOfPad,
    .params = kNoParams,
    .types = {{.element = kFixedSize,
               .inputs = {kT, kPaddingTypes, kT},
               .outputs = {kT},
               .required_inputs = 2,
               .quantized = Quantized::kMoved}},
    .infer_shapes = InferPadded,
    .operands = {{"input", "paddings", "constant_values"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kAttribute,
               .inputs = {kAnyLayout, ""},
               .moved = {{"paddings", Moves::kPerDim}}},
    .cost = MoveCost,
    .describe = Describe,
    .layer = &kLayer,
};

}  // namespace litevk
