#include "runtime/opset/ops/bidirectional_sequence_rnn.h"

#include <string>

#include "runtime/opset/common/dynamic_int8.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/recurrent/bidirectional.h"

namespace litevk {
namespace {

Status CheckAuxWeights(const ir::ShapeQuery& query, bool expected, int forward, int backward) {
  const int size = expected ? query.input(kRnnAuxInput)[2] : 0;
  LITEVK_RETURN_IF_ERROR(
      CheckOperand(query, kForwardRnnAuxWeights, expected, {forward, size}, "forward auxiliary weights"));
  return CheckOperand(query, kBackwardRnnAuxWeights, expected, {backward, size},
                      "backward auxiliary weights");
}

// Checks an auxiliary input without weights. The input's weights multiply its vectors, so the sizes must
// match.
Status CheckAuxSize(const ir::ShapeQuery& query) {
  const int size = query.input(kRnnAuxInput)[2];
  const int expected = query.input(kInput)[2];
  if (ir::MayEqual(size, expected)) return {};
  return InvalidArgument("the auxiliary input has vectors of " + std::to_string(size) +
                         " and no weights, expected " + std::to_string(expected) + " as the input");
}

Status InferBidirectionalRnn(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 9));
  const auto& params = query.params.As<abi::TfLiteBidirectionalSequenceRNNParams>();
  LITEVK_RETURN_IF_ERROR(CheckActivation(params.activation));
  LITEVK_RETURN_IF_ERROR(CheckOutputCount(query, params.merge_outputs ? 1 : 2));
  const ir::Shape& input = query.input(kInput);
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(input, 3, "input"));
  const bool has_aux_weights = ir::OptionalInput(query, kForwardRnnAuxWeights) != nullptr;
  const bool has_aux_input = ir::OptionalInput(query, kRnnAuxInput) != nullptr;
  LITEVK_RETURN_IF_ERROR(CheckAuxInput(query, kRnnAuxInput, has_aux_weights));
  if (has_aux_input && !has_aux_weights) LITEVK_RETURN_IF_ERROR(CheckAuxSize(query));
  const int batch = input[params.time_major ? 1 : 0];
  LITEVK_ASSIGN_OR_RETURN(const int forward, CheckRnnCell(query, kForwardRnn, batch, input[2]));
  LITEVK_ASSIGN_OR_RETURN(const int backward, CheckRnnCell(query, kBackwardRnn, batch, input[2]));
  LITEVK_RETURN_IF_ERROR(CheckAuxWeights(query, has_aux_weights, forward, backward));
  return SetBidirectionalOutputs(query, params.merge_outputs, forward, backward);
}

void FillParams(const schema::BidirectionalSequenceRNNOptions& options,
                abi::TfLiteBidirectionalSequenceRNNParams& params, OptionsReader& reader) {
  params.time_major = options.time_major();
  params.activation = reader.ReadActivation(options.fused_activation_function());
  params.merge_outputs = options.merge_outputs();
  params.asymmetric_quantize_inputs = options.asymmetric_quantize_inputs();
}

// Returns the signature of cells with one scale per weights tensor and other operands of float32.
Signature Hybrid(std::string_view name, TypeSet types) {
  const OperandType weights = WithAnyZeroPoint(Symmetric(types));
  return {.name = name,
          .inputs = {kFloat32, weights, weights, kFloat32, kFloat32, weights, weights, kFloat32, kFloat32,
                     kFloat32, weights, weights},
          .outputs = {kFloat32},
          .required_inputs = 9,
          .variadic_outputs = true,
          .numeric_class = NumericClass{NumericKind::kTranscendental}};
}

}  // namespace

extern const OpInfo kOpInfo_bidirectional_sequence_rnn = {
    .op_code = abi::kTfLiteBuiltinBidirectionalSequenceRnn,
    .name = "BIDIRECTIONAL_SEQUENCE_RNN",
    .stem = "bidirectional_sequence_rnn",
    .versions =
        {
            {1, "1.14.0", "float32"},
            {2, "1.14.0", "float32 input with int8 weights"},
            {3, "2.3.0", "int8 weights, asymmetrically quantized input"},
        },
    .needed_version = VersionOfRnn<schema::BidirectionalSequenceRNNOptions>,
    .params = ParamsOf<FillParams>(),
    .types = {{.inputs = std::vector<OperandType>(12, kFloat32),
               .outputs = {kFloat32},
               .required_inputs = 9,
               .variadic_outputs = true},
              Hybrid("float32xint8", kInt8),
              Hybrid(kDynamicInt8InUint8, ir::DataType::kUInt8)},
    .infer_shapes = InferBidirectionalRnn,
    .operands = {{"input", "forward_input_weights", "forward_recurrent_weights", "forward_bias",
                  "forward_hidden_state", "backward_input_weights", "backward_recurrent_weights",
                  "backward_bias", "backward_hidden_state", "auxiliary_input", "forward_auxiliary_weights",
                  "backward_auxiliary_weights"},
                 {"outputs"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTerminate},
    .cost = RecurrentCost,
};

}  // namespace litevk
