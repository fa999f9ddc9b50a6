#include <string>

#include "runtime/opset/common/dynamic_int8.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/ops/svdf.h"
#include "runtime/opset/recurrent/recurrent.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status CheckSvdfRank(int rank, int filters) {
  if (rank > 0 && filters % rank == 0) return {};
  return InvalidArgument("rank is " + std::to_string(rank) + ", expected a divisor of the " +
                         std::to_string(filters) + " filters");
}

// Integers take only RELU, as in TFLite. They are clamped to their type and not by the activation.
Status CheckSvdfActivation(const ir::ShapeQuery& query, int activation) {
  const bool is_integer = query.inputs[kInput]->type == ir::DataType::kInt8;
  if (!is_integer || activation == abi::kTfLiteActRelu) return CheckActivation(activation);
  return Unsupported("the fused activation of int8 has code " + std::to_string(activation) +
                     ", expected RELU");
}

Status InferSvdf(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 3));
  const auto& params = query.params.As<abi::TfLiteSVDFParams>();
  LITEVK_RETURN_IF_ERROR(CheckSvdfActivation(query, params.activation));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(kInput), 2, "input"));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(kFeatureWeights), 2, "feature weights"));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(kTimeWeights), 2, "time weights"));
  const int batch = query.input(kInput)[0];
  const int filters = query.input(kFeatureWeights)[0];
  const int memory = query.input(kTimeWeights)[1];
  LITEVK_RETURN_IF_ERROR(
      CheckOperand(query, kFeatureWeights, true, {filters, query.input(kInput)[1]}, "feature weights"));
  LITEVK_RETURN_IF_ERROR(CheckOperand(query, kTimeWeights, true, {filters, memory}, "time weights"));
  if (memory == 0) return InvalidArgument("time weights have 0 columns, expected at least 1");
  LITEVK_RETURN_IF_ERROR(CheckSvdfRank(params.rank, filters));
  const int units = filters / params.rank;
  const bool has_bias = ir::OptionalInput(query, kBias) != nullptr;
  LITEVK_RETURN_IF_ERROR(CheckOperand(query, kBias, has_bias, {units}, "bias"));
  LITEVK_RETURN_IF_ERROR(CheckVariable(query, kState, "state"));
  LITEVK_ASSIGN_OR_RETURN(const int64_t columns, ir::CountElements({filters, memory}, "time weights"));
  LITEVK_RETURN_IF_ERROR(CheckOperand(query, kState, true, {batch, static_cast<int>(columns)}, "state"));
  return ir::SetOutput(query, {batch, units});
}

void FillParams(const schema::SVDFOptions& options, abi::TfLiteSVDFParams& params, OptionsReader& reader) {
  params.rank = options.rank();
  params.activation = reader.ReadActivation(options.fused_activation_function());
  params.asymmetric_quantize_inputs = options.asymmetric_quantize_inputs();
}

int VersionOfSvdf(const OpSignature& signature) {
  if (signature.input_type(0) == INT8) return 3;
  if (!signature.Has(FLOAT32, INT8, FLOAT32)) return 1;
  return IsAsymmetric<schema::SVDFOptions>(signature) ? 4 : 2;
}

// Returns the signature of weights with one scale and other operands of float32.
Signature Hybrid(std::string_view name, TypeSet weights) {
  return {.name = name,
          .inputs = {kFloat32, WithAnyZeroPoint(Symmetric(weights)), WithAnyZeroPoint(Symmetric(weights)),
                     kFloat32, kFloat32},
          .outputs = {kFloat32},
          .required_inputs = 3,
          .numeric_class = NumericClass{NumericKind::kTranscendental}};
}

}  // namespace

extern const OpInfo kOpInfo_svdf = {
    .op_code = abi::kTfLiteBuiltinSvdf,
    .name = "SVDF",
    .stem = "svdf",
    .versions =
        {
            {1, "1.5.0", "float32"},
            {2, "1.14.0", "float32 input with int8 weights"},
            {3, "2.2.0", "int8"},
            {4, "2.3.0", "int8 weights, asymmetrically quantized input"},
        },
    .needed_version = VersionOfSvdf,
    .params = ParamsOf<FillParams>(),
    .types = {{.inputs = {kFloat32, kFloat32, kFloat32, kFloat32, kFloat32},
               .outputs = {kFloat32},
               .required_inputs = 3},
              Hybrid("float32xint8", kInt8),
              Hybrid(kDynamicInt8InUint8, ir::DataType::kUInt8),
              {.name = "int8",
               .inputs = {PerTensor(kInt8), WithAnyZeroPoint(Symmetric(kInt8)),
                          WithAnyZeroPoint(Symmetric(ir::DataType::kInt16)), OfProducts(kInt32),
                          Symmetric(ir::DataType::kInt16)},
               .outputs = {PerTensor(kInt8)},
               .required_inputs = 3}},
    .infer_shapes = InferSvdf,
    .operands = {{"input", "feature_weights", "time_weights", "bias", "state"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTerminate},
    .cost = RecurrentCost,
};

}  // namespace litevk
