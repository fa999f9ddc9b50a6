#include "runtime/opset/elementwise/quantized_elementwise.h"
#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

void FillParams(const schema::GeluOptions& options, abi::TfLiteGeluParams& params, OptionsReader&) {
  params.approximate = options.approximate();
}

}  // namespace

extern const OpInfo kOpInfo_gelu = {
    .op_code = abi::kTfLiteBuiltinGelu,
    .name = "GELU",
    .stem = "gelu",
    .versions =
        {
            {1, "2.9.0", "float32"},
            {2, "2.9.0", "int8 and uint8"},
            {3, "unknown", "float16"},
        },
    .needed_version = ByInput<0, When{INT8, 2}, When{UINT8, 2}, When{FLOAT16, 3}>,
    .params = ParamsOf<FillParams>(),
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kFloat16}, .inputs = {kT}, .outputs = {kT}},
              Quantized8Bits(1),
              QuantizedOne(ir::DataType::kInt16, 1)},
    .infer_shapes = ir::SameAsInput,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
