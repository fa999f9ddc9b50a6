#include "runtime/opset/common/dynamic_int8.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/recurrent/rnn.h"

namespace litevk {
namespace {

Status InferSequenceRnn(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 5));
  const auto& params = query.params.As<abi::TfLiteSequenceRNNParams>();
  LITEVK_RETURN_IF_ERROR(CheckActivation(params.activation));
  const ir::Shape& input = query.input(kInput);
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(input, 3, "input"));
  const int batch = input[params.time_major ? 1 : 0];
  LITEVK_ASSIGN_OR_RETURN(const int units, CheckRnnCell(query, kRnnCell, batch, input[2]));
  return ir::SetOutput(query, {input[0], input[1], units});
}

void FillParams(const schema::SequenceRNNOptions& options, abi::TfLiteSequenceRNNParams& params,
                OptionsReader& reader) {
  params.time_major = options.time_major();
  params.activation = reader.ReadActivation(options.fused_activation_function());
  params.asymmetric_quantize_inputs = options.asymmetric_quantize_inputs();
}

}  // namespace

extern const OpInfo kOpInfo_unidirectional_sequence_rnn = {
    .op_code = abi::kTfLiteBuiltinUnidirectionalSequenceRnn,
    .name = "UNIDIRECTIONAL_SEQUENCE_RNN",
    .stem = "unidirectional_sequence_rnn",
    .versions =
        {
            {1, "1.14.0", "float32"},
            {2, "1.14.0", "float32 input with int8 weights"},
            {3, "2.3.0", "int8 weights, asymmetrically quantized input"},
        },
    .needed_version = VersionOfRnn<schema::SequenceRNNOptions>,
    .params = ParamsOf<FillParams>(),
    .types = {{.inputs = {kFloat32, kFloat32, kFloat32, kFloat32, kFloat32}, .outputs = {kFloat32}},
              DynamicInt8Rnn("float32xint8", kInt8),
              DynamicInt8Rnn(kDynamicInt8InUint8, ir::DataType::kUInt8)},
    .infer_shapes = InferSequenceRnn,
    .operands = {{"input", "input_weights", "recurrent_weights", "bias", "hidden_state"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTerminate},
    .cost = RecurrentCost,
};

}  // namespace litevk
