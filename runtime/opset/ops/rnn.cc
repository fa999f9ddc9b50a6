#include "runtime/opset/recurrent/rnn.h"
#include "runtime/opset/common/dynamic_int8.h"
#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

Status InferRnn(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 5));
  LITEVK_RETURN_IF_ERROR(CheckActivation(query.params.As<abi::TfLiteRNNParams>().activation));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(kInput), 2, "input"));
  const ir::Shape& input = query.input(kInput);
  LITEVK_ASSIGN_OR_RETURN(const int units, CheckRnnCell(query, kRnnCell, input[0], input[1]));
  return ir::SetOutput(query, {input[0], units});
}

void FillParams(const schema::RNNOptions& options, abi::TfLiteRNNParams& params, OptionsReader& reader) {
  params.activation = reader.ReadActivation(options.fused_activation_function());
  params.asymmetric_quantize_inputs = options.asymmetric_quantize_inputs();
}

}  // namespace

extern const OpInfo kOpInfo_rnn = {
    .op_code = abi::kTfLiteBuiltinRnn,
    .name = "RNN",
    .stem = "rnn",
    .versions =
        {
            {1, "1.5.0", "float32"},
            {2, "1.14.0", "float32 input with int8 weights"},
            {3, "2.3.0", "int8 weights, asymmetrically quantized input"},
        },
    .needed_version = VersionOfRnn<schema::RNNOptions>,
    .params = ParamsOf<FillParams>(),
    .types = {{.inputs = {kFloat32, kFloat32, kFloat32, kFloat32, kFloat32}, .outputs = {kFloat32}},
              DynamicInt8Rnn("float32xint8", kInt8),
              DynamicInt8Rnn(kDynamicInt8InUint8, ir::DataType::kUInt8)},
    .infer_shapes = InferRnn,
    .operands = {{"input", "input_weights", "recurrent_weights", "bias", "hidden_state"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTerminate},
    .cost = RecurrentCost,
};

}  // namespace litevk
