#include <string>

#include "runtime/opset/common/dynamic_int8.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/recurrent/basic_lstm.h"
#include "runtime/opset/recurrent/lstm.h"
#include "runtime/opset/recurrent/lstm_signatures.h"
#include "runtime/opset/recurrent/recurrent.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status InferFullLstm(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 1));
  const ir::Shape& input = query.input(kLstmInput);
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(input, 2, "input"));
  LITEVK_RETURN_IF_ERROR(CheckLstmOptions(LstmOptionsOf<abi::TfLiteLSTMParams>(query.params)));
  LITEVK_RETURN_IF_ERROR(CheckOutputCount(query, 1));
  LITEVK_ASSIGN_OR_RETURN(const LstmSizes sizes,
                          CheckLstm(query, kLstmOperands, {.batch = input[0], .input_size = input[1]},
                                    /*takes_diagonal=*/false));
  return ir::SetOutput(query, {input[0], sizes.outputs});
}

Status InferLstm(const ir::ShapeQuery& query) {
  const int kernel = query.params.As<abi::TfLiteLSTMParams>().kernel_type;
  if (kernel == abi::kTfLiteLSTMFullKernel) return InferFullLstm(query);
  if (kernel == abi::kTfLiteLSTMBasicKernel) return InferBasicLstm(query);
  return InvalidArgument("kernel_type is " + std::to_string(kernel) + ", expected 0 (FULL) or 1 (BASIC)");
}

void FillParams(const schema::LSTMOptions& options, abi::TfLiteLSTMParams& params, OptionsReader& reader) {
  params.activation = reader.ReadActivation(options.fused_activation_function());
  params.cell_clip = options.cell_clip();
  params.proj_clip = options.proj_clip();
  params.kernel_type = reader.Read(options.kernel_type(), "LSTM kernel type");
  params.asymmetric_quantize_inputs = options.asymmetric_quantize_inputs();
}

int VersionOfLstm(const OpSignature& signature) {
  const auto* options = signature.options<schema::LSTMOptions>();
  if (options != nullptr && options->kernel_type() == schema::LSTMKernelType::BASIC) return 2;
  if (HasLstmTypes(signature, INT16, INT8, INT16)) return 5;
  if (!HasLstmTypes(signature, FLOAT32, INT8, FLOAT32)) return 1;
  return IsAsymmetric<schema::LSTMOptions>(signature) ? 4 : 3;
}

}  // namespace

extern const OpInfo kOpInfo_lstm = {
    .op_code = abi::kTfLiteBuiltinLstm,
    .name = "LSTM",
    .stem = "lstm",
    .versions =
        {
            {1, "1.7.0", "float32"},
            {2, "1.10.0", "the basic kernel"},
            {3, "1.14.0", "float32 input with int8 weights"},
            {4, "2.3.0", "int8 weights, asymmetrically quantized input"},
        },
    .needed_version = VersionOfLstm,
    .params = ParamsOf<FillParams>(),
    .types = {{.inputs = {kFloat32},
               .outputs = {kFloat32},
               .required_inputs = 1,
               .variadic = true,
               .variadic_outputs = true},
              DynamicInt8Lstm("float32xint8", kInt8),
              DynamicInt8Lstm(kDynamicInt8InUint8, ir::DataType::kUInt8),
              QuantizedBasicLstm(),
              Int16GatesLstm()},
    .infer_shapes = InferLstm,
    .operands = {kLstmInputNames, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTerminate},
    .cost = RecurrentCost,
};

}  // namespace litevk
