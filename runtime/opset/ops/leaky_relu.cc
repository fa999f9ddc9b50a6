#include "runtime/opset/elementwise/quantized_elementwise.h"
#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

void FillParams(const schema::LeakyReluOptions& options, abi::TfLiteLeakyReluParams& params, OptionsReader&) {
  params.alpha = options.alpha();
}

void Describe(NodeText& text) {
  text.AddOperands();
  text.AddNumber("Alpha", text.view().params<abi::TfLiteLeakyReluParams>().alpha);
}

}  // namespace

extern const OpInfo kOpInfo_leaky_relu = {
    .op_code = abi::kTfLiteBuiltinLeakyRelu,
    .name = "LEAKY_RELU",
    .stem = "leaky_relu",
    .versions =
        {
            {1, "1.13.1", "float32, uint8 and int8"},
            {2, "2.3.0", "int16"},
        },
    .needed_version = ByInput<0, When{INT16, 2}>,
    .params = ParamsOf<FillParams>(),
    .types = {{.inputs = {kFloat32}, .outputs = {kFloat32}}, Quantized8Bits(1), QuantizedInt16(1)},
    .infer_shapes = ir::SameAsInput,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kRounding},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
    .describe = Describe,
};

}  // namespace litevk
