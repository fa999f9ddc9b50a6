#include "runtime/opset/ops/bidirectional_sequence_lstm.h"

#include "runtime/opset/common/dynamic_int8.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/recurrent/bidirectional.h"
#include "runtime/opset/recurrent/lstm_signatures.h"

namespace litevk {
namespace {

Status InferBidirectionalLstm(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 1));
  using Params = abi::TfLiteBidirectionalSequenceLSTMParams;
  const auto& params = query.params.As<Params>();
  LITEVK_RETURN_IF_ERROR(CheckLstmOptions(LstmOptionsOf<Params>(query.params)));
  LITEVK_RETURN_IF_ERROR(CheckOutputCount(query, params.merge_outputs ? 1 : 2));
  const ir::Shape& input = query.input(kLstmInput);
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(input, 3, "input"));
  const bool has_aux_weights = ir::OptionalInput(query, kForwardLstm.forget_gate.aux_weights) != nullptr;
  const bool has_aux_input = ir::OptionalInput(query, kLstmAuxInput) != nullptr;
  LITEVK_RETURN_IF_ERROR(CheckAuxInput(query, kLstmAuxInput, has_aux_weights));
  const BidirectionalInputs inputs = InputsOf(kLstmAuxInput, has_aux_input, has_aux_weights);
  LstmInputs read = {.batch = input[params.time_major ? 1 : 0], .input_size = input[2]};
  if (inputs.aux >= 0) read.aux_size = query.input(inputs.aux)[2];
  LITEVK_ASSIGN_OR_RETURN(const LstmSizes forward,
                          CheckLstm(query, kForwardLstm, read, /*takes_diagonal=*/false));
  read.input_size = query.input(inputs.backward)[2];
  LITEVK_ASSIGN_OR_RETURN(const LstmSizes backward,
                          CheckLstm(query, kBackwardLstm, read, /*takes_diagonal=*/false));
  return SetBidirectionalOutputs(query, params.merge_outputs, forward.outputs, backward.outputs);
}

void FillParams(const schema::BidirectionalSequenceLSTMOptions& options,
                abi::TfLiteBidirectionalSequenceLSTMParams& params, OptionsReader& reader) {
  params.activation = reader.ReadActivation(options.fused_activation_function());
  params.cell_clip = options.cell_clip();
  params.proj_clip = options.proj_clip();
  params.merge_outputs = options.merge_outputs();
  params.time_major = options.time_major();
  params.asymmetric_quantize_inputs = options.asymmetric_quantize_inputs();
}

int VersionOfBidirectionalLstm(const OpSignature& signature) {
  if (!IsDynamicInt8(signature)) return 1;
  return IsAsymmetric<schema::BidirectionalSequenceLSTMOptions>(signature) ? 3 : 2;
}

}  // namespace

extern const OpInfo kOpInfo_bidirectional_sequence_lstm = {
    .op_code = abi::kTfLiteBuiltinBidirectionalSequenceLstm,
    .name = "BIDIRECTIONAL_SEQUENCE_LSTM",
    .stem = "bidirectional_sequence_lstm",
    .versions =
        {
            {1, "1.14.0", "float32"},
            {2, "1.14.0", "float32 input with int8 weights"},
            {3, "1.14.0", "int8 weights, asymmetrically quantized input"},
        },
    .needed_version = VersionOfBidirectionalLstm,
    .params = ParamsOf<FillParams>(),
    .types = {{.inputs = {kFloat32},
               .outputs = {kFloat32},
               .required_inputs = 1,
               .variadic = true,
               .variadic_outputs = true},
              DynamicInt8BidirectionalLstm("float32xint8", kInt8),
              DynamicInt8BidirectionalLstm(kDynamicInt8InUint8, ir::DataType::kUInt8)},
    .infer_shapes = InferBidirectionalLstm,
    .operands = {{"input",
                  "forward_input_to_input_weights",
                  "forward_input_to_forget_weights",
                  "forward_input_to_cell_weights",
                  "forward_input_to_output_weights",
                  "forward_recurrent_to_input_weights",
                  "forward_recurrent_to_forget_weights",
                  "forward_recurrent_to_cell_weights",
                  "forward_recurrent_to_output_weights",
                  "forward_cell_to_input_weights",
                  "forward_cell_to_forget_weights",
                  "forward_cell_to_output_weights",
                  "forward_input_gate_bias",
                  "forward_forget_gate_bias",
                  "forward_cell_gate_bias",
                  "forward_output_gate_bias",
                  "forward_projection_weights",
                  "forward_projection_bias",
                  "backward_input_to_input_weights",
                  "backward_input_to_forget_weights",
                  "backward_input_to_cell_weights",
                  "backward_input_to_output_weights",
                  "backward_recurrent_to_input_weights",
                  "backward_recurrent_to_forget_weights",
                  "backward_recurrent_to_cell_weights",
                  "backward_recurrent_to_output_weights",
                  "backward_cell_to_input_weights",
                  "backward_cell_to_forget_weights",
                  "backward_cell_to_output_weights",
                  "backward_input_gate_bias",
                  "backward_forget_gate_bias",
                  "backward_cell_gate_bias",
                  "backward_output_gate_bias",
                  "backward_projection_weights",
                  "backward_projection_bias",
                  "forward_output_state",
                  "forward_cell_state",
                  "backward_output_state",
                  "backward_cell_state",
                  "auxiliary_input",
                  "forward_auxiliary_to_input_weights",
                  "forward_auxiliary_to_forget_weights",
                  "forward_auxiliary_to_cell_weights",
                  "forward_auxiliary_to_output_weights",
                  "backward_auxiliary_to_input_weights",
                  "backward_auxiliary_to_forget_weights",
                  "backward_auxiliary_to_cell_weights",
                  "backward_auxiliary_to_output_weights"},
                 {"outputs"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTerminate},
    .cost = RecurrentCost,
};

}  // namespace litevk
