#include "runtime/opset/ops/transpose_conv.h"

#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

void FillParams(const schema::TransposeConvOptions& options, abi::TfLiteTransposeConvParams& params,
                OptionsReader& reader) {
  params.padding = reader.ReadPadding(options.padding());
  params.stride_width = options.stride_w();
  params.stride_height = options.stride_h();
  params.activation = reader.ReadActivation(options.fused_activation_function());
  params.quantized_bias_type = reader.ReadType(options.quantized_bias_type());
}

int VersionOfTransposeConv(const OpSignature& signature) {
  // TFLite checks the types of inputs 0 and 1 here. Input 0 is the output's shape, so no node that runs needs
  // version 5.
  const auto* options = signature.options<schema::TransposeConvOptions>();
  if (ChoosesBiasType<schema::TransposeConvOptions>(signature)) return 5;
  if (options != nullptr && options->fused_activation_function() != schema::ActivationFunctionType::NONE) {
    return 4;
  }
  if (signature.input_count() == 4 && signature.input(3) != nullptr) return 3;
  return signature.input_type(1) == INT8 ? 2 : 1;
}

// Type of weights with scales. The kernels read neither their axis nor the zero points.
constexpr OperandType kWeights = WithAnyZeroPoint(AlongAnyAxis(PerChannel(kInt8, 0)));

}  // namespace

extern const OpInfo kOpInfo_transpose_conv = {
    .op_code = abi::kTfLiteBuiltinTransposeConv,
    .name = "TRANSPOSE_CONV",
    .stem = "transpose_conv",
    .versions =
        {
            {1, "1.9.0", "float32 and uint8"},
            {2, "2.2.0", "int8"},
            {3, "2.3.0", "bias"},
            {4, "2.13.0", "fused activation"},
            {5, "2.15.0", "int16 with a chosen bias type"},
        },
    .needed_version = VersionOfTransposeConv,
    .params = GrownParamsOf<FillParams>(offsetof(abi::TfLiteTransposeConvParams, quantized_bias_type), 5),
    .types = {{.name = "float32",
               .inputs = {kInt32, kFloat32, kFloat32, kFloat32},
               .outputs = {kFloat32},
               .required_inputs = 3},
              {.name = "int8",
               .inputs = {Unread(kInt32), kWeights, PerTensor(kInt8), OfProducts(kInt32)},
               .outputs = {PerTensor(kInt8)},
               .required_inputs = 3},
              {.name = "uint8",
               .inputs = {Unread(kInt32), PerTensor(ir::DataType::kUInt8), PerTensor(ir::DataType::kUInt8),
                          LikeProducts(kInt32)},
               .outputs = {PerTensor(ir::DataType::kUInt8)},
               .required_inputs = 3},
              {.name = "int16xint8",
               .inputs = {Unread(kInt32), kWeights, Symmetric(ir::DataType::kInt16), OfProducts(kIndex)},
               .outputs = {Symmetric(ir::DataType::kInt16)},
               .required_inputs = 3},
              {.name = "float32xint8",
               .inputs = {kInt32, kWeights, kFloat32, kFloat32},
               .outputs = {kFloat32},
               .required_inputs = 3,
               .numeric_class = NumericClass{NumericKind::kExact}}},
    .infer_shapes = ir::InferTransposeConv,
    .operands = {{"output_shape", "weights", "input", "bias"}, {"output"}},
    .numeric_class = {NumericKind::kSum, {.factors = {2, 1}, .counted_input = 1, .dims = {1, 2, 3}}},
    .layout = {.role = LayoutRole::kImplicit, .inputs = {"", "OHWI>IOHW", "NHWC", "O"}, .outputs = {"NHWC"}},
    .cost = TransposeConvCost<kTransposeConvInputs>,
    .describe = DescribeTransposeConv<kTransposeConvInputs>,
};

}  // namespace litevk
