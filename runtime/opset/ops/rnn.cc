#include "runtime/opset/ops/rnn.h"
#include "runtime/opset/families/recurrent.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/shape_check.h"

namespace litevk {
namespace {

Status InferRnn(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 5));
  LITEVK_RETURN_IF_ERROR(CheckActivation(query.params.As<abi::TfLiteRNNParams>().activation));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(kInput), 2, "input"));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(kInputWeights), 2, "input weights"));
  const int batch = query.input(kInput)[0];
  const int units = query.input(kInputWeights)[0];
  LITEVK_RETURN_IF_ERROR(
      CheckOperand(query, kInputWeights, true, {units, query.input(kInput)[1]}, "input weights"));
  LITEVK_RETURN_IF_ERROR(CheckOperand(query, kRecurrentWeights, true, {units, units}, "recurrent weights"));
  LITEVK_RETURN_IF_ERROR(CheckOperand(query, kBias, true, {units}, "bias"));
  LITEVK_RETURN_IF_ERROR(CheckVariable(query, kHiddenState, "hidden state"));
  LITEVK_RETURN_IF_ERROR(CheckOperand(query, kHiddenState, true, {batch, units}, "hidden state"));
  return ir::SetOutput(query, {batch, units});
}

void FillParams(const schema::RNNOptions& options, abi::TfLiteRNNParams& params, OptionsReader& reader) {
  params.activation = reader.ReadActivation(options.fused_activation_function());
  params.asymmetric_quantize_inputs = options.asymmetric_quantize_inputs();
}

int VersionOfRnn(const OpSignature& signature) {
  if (signature.input_type(1) != INT8 || signature.output_type(0) != FLOAT32) return 1;
  return IsAsymmetric<schema::RNNOptions>(signature) ? 3 : 2;
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
    .needed_version = VersionOfRnn,
    .params = ParamsOf<FillParams>(),
    .types = {{.inputs = {kFloat32, kFloat32, kFloat32, kFloat32, kFloat32}, .outputs = {kFloat32}}},
    .infer_shapes = InferRnn,
    .operands = {{"input", "input_weights", "recurrent_weights", "bias", "hidden_state"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTerminate},
    .cost = RecurrentCost,
};

}  // namespace litevk
