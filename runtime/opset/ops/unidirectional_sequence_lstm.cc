#include "runtime/opset/common/dynamic_int8.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/recurrent/lstm.h"
#include "runtime/opset/recurrent/lstm_signatures.h"
#include "runtime/opset/recurrent/recurrent.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

// Weights of one dim are diagonal whatever the option diagonal_recurrent_tensors says, as in TFLite.
Status InferSequence(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 1));
  const ir::Shape& input = query.input(kLstmInput);
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(input, 3, "input"));
  using Params = abi::TfLiteUnidirectionalSequenceLSTMParams;
  LITEVK_RETURN_IF_ERROR(CheckLstmOptions(LstmOptionsOf<Params>(query.params)));
  LITEVK_RETURN_IF_ERROR(CheckOutputCount(query, 1));
  const int batch = input[query.params.As<Params>().time_major ? 1 : 0];
  LITEVK_ASSIGN_OR_RETURN(const LstmSizes sizes,
                          CheckLstm(query, kLstmOperands, {.batch = batch, .input_size = input[2]},
                                    /*takes_diagonal=*/true));
  return ir::SetOutput(query, {input[0], input[1], sizes.outputs});
}

void FillParams(const schema::UnidirectionalSequenceLSTMOptions& options,
                abi::TfLiteUnidirectionalSequenceLSTMParams& params, OptionsReader& reader) {
  params.activation = reader.ReadActivation(options.fused_activation_function());
  params.cell_clip = options.cell_clip();
  params.proj_clip = options.proj_clip();
  params.time_major = options.time_major();
  params.asymmetric_quantize_inputs = options.asymmetric_quantize_inputs();
  params.diagonal_recurrent_tensors = options.diagonal_recurrent_tensors();
}

int VersionOfUnidirectionalSequenceLstm(const OpSignature& signature) {
  using Options = schema::UnidirectionalSequenceLSTMOptions;
  if (HasLstmTypes(signature, INT16, INT8, INT16)) return 5;
  const auto* options = signature.options<Options>();
  if (options != nullptr && options->diagonal_recurrent_tensors()) return 4;
  if (!HasLstmTypes(signature, FLOAT32, INT8, FLOAT32)) return 1;
  return IsAsymmetric<Options>(signature) ? 3 : 2;
}

}  // namespace

extern const OpInfo kOpInfo_unidirectional_sequence_lstm = {
    .op_code = abi::kTfLiteBuiltinUnidirectionalSequenceLstm,
    .name = "UNIDIRECTIONAL_SEQUENCE_LSTM",
    .stem = "unidirectional_sequence_lstm",
    .versions =
        {
            {1, "1.13.1", "float32"},
            {2, "1.14.0", "float32 input with int8 weights"},
            {3, "2.3.0", "int8 weights, asymmetrically quantized input"},
            {4, "2.12.0", "diagonal recurrent weights"},
        },
    .needed_version = VersionOfUnidirectionalSequenceLstm,
    .params = ParamsOf<FillParams>(),
    .types = {{.inputs = {kFloat32}, .outputs = {kFloat32}, .required_inputs = 1, .variadic = true},
              DynamicInt8Lstm("float32xint8", kInt8),
              DynamicInt8Lstm(kDynamicInt8InUint8, ir::DataType::kUInt8),
              Int16GatesLstm()},
    .infer_shapes = InferSequence,
    .operands = {kLstmInputNames, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTerminate},
    .cost = RecurrentCost,
};

}  // namespace litevk
