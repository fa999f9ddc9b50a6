#include <string>

#include "runtime/opset/common/dynamic_int8.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/recurrent/recurrent.h"

namespace litevk {
namespace {

// Refuses the activations that other operators ignore, as only this operator's kernels in TFLite do, unless
// they are hybrid.
Status CheckFusedActivation(const ir::ShapeQuery& query) {
  const int activation = query.params.As<abi::TfLiteFullyConnectedParams>().activation;
  const bool is_dynamic_int8 =
      query.inputs[0]->type == ir::DataType::kFloat32 && query.inputs[1]->type != ir::DataType::kFloat32;
  if (is_dynamic_int8) return CheckActivation(activation);
  if (activation >= abi::kTfLiteActNone && activation <= abi::kTfLiteActRelu6) return {};
  return Unsupported("the fused activation has code " + std::to_string(activation) +
                     ", expected NONE, RELU, RELU6 or RELU_N1_TO_1");
}

Status InferFullyConnected(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(CheckFusedActivation(query));
  LITEVK_RETURN_IF_ERROR(ir::InferFullyConnected(query));
  for (size_t index = 0; index < query.inputs.size(); ++index) {
    if (index == 1 || query.inputs[index] == nullptr || query.inputs[index]->sparsity == nullptr) continue;
    return Unsupported("input " + std::to_string(index) + " is sparse, which only the weights may be");
  }
  return {};
}

void FillParams(const schema::FullyConnectedOptions& options, abi::TfLiteFullyConnectedParams& params,
                OptionsReader& reader) {
  params.activation = reader.ReadActivation(options.fused_activation_function());
  params.weights_format = reader.Read(options.weights_format(), "weights format");
  params.keep_num_dims = options.keep_num_dims();
  params.asymmetric_quantize_inputs = options.asymmetric_quantize_inputs();
  params.quantized_bias_type = reader.ReadType(options.quantized_bias_type());
}

bool IsSparse(const schema::Tensor* tensor) { return tensor != nullptr && tensor->sparsity() != nullptr; }

int VersionOfFullyConnected(const OpSignature& signature) {
  const auto* options = signature.options<schema::FullyConnectedOptions>();
  if (signature.input_type(1) == INT2) return 14;
  if (signature.Has(INT16, INT4, INT16)) return 13;
  if (IsDynamicInt8(signature) && HasScalePerSlice(signature.input(1), 0)) return 12;
  if (ChoosesBiasType<schema::FullyConnectedOptions>(signature)) return 11;
  if (IsSparse(signature.input(1))) return 8;
  if (signature.Has(INT16, INT16, INT16)) return 7;
  if (signature.input_count() == 2) return 6;
  if (options != nullptr && options->keep_num_dims()) return 5;
  if (signature.Has(INT8, INT8, INT8)) return 4;
  if (signature.Has(INT8, INT4, INT8)) return 10;
  if (IsDynamicInt8(signature)) return options != nullptr && options->asymmetric_quantize_inputs() ? 9 : 3;
  const bool is_shuffled =
      options != nullptr &&
      options->weights_format() == schema::FullyConnectedOptionsWeightsFormat::SHUFFLED4x16INT8;
  return is_shuffled ? 2 : 1;
}

OpCost Cost(const ir::NodeView& view) {
  return CostOf(view, 2 * ElementsOf(view.output()) * view.input(1).dims[1]);
}

void Describe(NodeText& text) {
  const ir::Shape& filter = text.view().input(1).dims;
  text.AddImageAndFilter(0, {filter[1], filter[0]});
  text.AddActivation(text.view().params<abi::TfLiteFullyConnectedParams>().activation);
}

// Returns the type of integer weights beside floats. Their scales are read along dim 0, whatever the file
// states.
constexpr OperandType DynamicInt8Weights(TypeSet types) { return AlongAnyAxis(PerChannel(types, 0)); }

constexpr LayerForm kLayer = {.operands = 1,
                              .filter_rank = 2,
                              .weights_outputs = 0,
                              .params = [](const LayerAttributes& layer, int /*channels*/) {
                                abi::TfLiteFullyConnectedParams params = {};
                                params.activation = layer.activation;
                                return PackParams(params);
                              }};

}  // namespace

extern const OpInfo kOpInfo_fully_connected = {
    .op_code = abi::kTfLiteBuiltinFullyConnected,
    .name = "FULLY_CONNECTED",
    .stem = "fully_connected",
    .versions =
        {
            {1, "1.5.0", "float32 and uint8"},
            {2, "1.10.0", "shuffled weights"},
            {3, "1.14.0", "float32 input with int8 weights"},
            {4, "1.14.0", "int8"},
            {5, "2.0.0", "output that keeps the input's dims"},
            {6, "2.1.0", "no bias"},
            {7, "2.3.0", "int16"},
            {8, "2.3.0", "sparse weights"},
            {9, "2.3.0", "int8 weights, asymmetrically quantized input"},
            {10, "2.11.0", "int4 weights"},
            {11, "2.15.0", "int16 with a chosen bias type"},
            {12, "2.17.0", "float32 input with int8 weights, scales per channel"},
            {13, "2.18.0", "int16 with int4 weights"},
            {14, "2.21.0", "int2 weights"},
        },
    .needed_version = VersionOfFullyConnected,
    .params = GrownParamsOf<FillParams>(offsetof(abi::TfLiteFullyConnectedParams, quantized_bias_type), 11),
    .types =
        {{.name = "float32",
          .inputs = {kFloat32, kFloat32, kFloat32},
          .outputs = {kFloat32},
          .required_inputs = 2},
         {.name = "int8",
          .inputs = {PerTensor(kInt8), WithAnyZeroPoint(PerTensorOrChannel(kInt8, 0)), LikeProducts(kInt32)},
          .outputs = {PerTensor(kInt8)},
          .required_inputs = 2},
         {.name = "int8xint4",
          .inputs = {PerTensor(kInt8), PerChannel({ir::DataType::kInt4, ir::DataType::kInt2}, 0),
                     LikeProducts(kInt32)},
          .outputs = {PerTensor(kInt8)},
          .required_inputs = 2},
         {.name = "uint8",
          .inputs = {PerTensor(ir::DataType::kUInt8), PerTensor(ir::DataType::kUInt8), LikeProducts(kInt32)},
          .outputs = {PerTensor(ir::DataType::kUInt8)},
          .required_inputs = 2},
         {.name = "uint8 to int16",
          .inputs = {PerTensor(ir::DataType::kUInt8), PerTensor(ir::DataType::kUInt8), LikeProducts(kInt32)},
          .outputs = {PerTensor(ir::DataType::kInt16)}},
         {.name = "int16xint8",
          .inputs = {Symmetric(ir::DataType::kInt16), WithAnyZeroPoint(PerTensorOrChannel(kInt8, 0)),
                     LikeProducts(kIndex)},
          .outputs = {Symmetric(ir::DataType::kInt16)},
          .required_inputs = 2},
         {.name = "int16xint4",
          .inputs = {Symmetric(ir::DataType::kInt16),
                     PerChannel({ir::DataType::kInt4, ir::DataType::kInt2}, 0), LikeProducts(kIndex)},
          .outputs = {Symmetric(ir::DataType::kInt16)},
          .required_inputs = 2},
         {.name = "int16",
          .inputs = {Symmetric(ir::DataType::kInt16),
                     WithAnyZeroPoint(PerTensorOrChannel(ir::DataType::kInt16, 0)), LikeProducts(kInt32)},
          .outputs = {Symmetric(ir::DataType::kInt16)},
          .required_inputs = 2},
         DynamicInt8Layer("float32xint8", WithAnyZeroPoint(DynamicInt8Weights(kInt8))),
         DynamicInt8Layer("float32xint4 in blocks", PerBlock(ir::DataType::kInt4)),
         DynamicInt8Layer("float32xint4", DynamicInt8Weights(ir::DataType::kInt4)),
         DynamicInt8Layer("float32xint2 in blocks", PerBlock(ir::DataType::kInt2)),
         DynamicInt8Layer("float32xint2", DynamicInt8Weights(ir::DataType::kInt2)),
         DynamicInt8Layer(kDynamicInt8InUint8, WithAnyZeroPoint(DynamicInt8Weights(ir::DataType::kUInt8)))},
    .takes_sparse = true,
    .infer_shapes = InferFullyConnected,
    .operands = {{"input", "filter", "bias"}, {"output"}},
    .numeric_class = {NumericKind::kSum, {.factors = {0, 1}, .counted_input = 1, .dims = {1}}},
    .layout = {.role = LayoutRole::kTerminate, .reads_strided = true},
    .cost = Cost,
    .describe = Describe,
    .layer = &kLayer,
};

}  // namespace litevk
