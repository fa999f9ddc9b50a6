#include <vector>

#include "runtime/opset/common/dynamic_int8.h"
#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

void FillParams(const schema::Conv2DOptions& options, abi::TfLiteConvParams& params, OptionsReader& reader) {
  params.padding = reader.ReadPadding(options.padding());
  params.stride_width = options.stride_w();
  params.stride_height = options.stride_h();
  params.activation = reader.ReadActivation(options.fused_activation_function());
  params.dilation_width_factor = options.dilation_w_factor();
  params.dilation_height_factor = options.dilation_h_factor();
  params.quantized_bias_type = reader.ReadType(options.quantized_bias_type());
}

bool IsGrouped(const OpSignature& signature) {
  const std::vector<int> input = signature.input_dims(0);
  const std::vector<int> filter = signature.input_dims(1);
  return input.size() == 4 && filter.size() == 4 && input[3] != filter[3];
}

int VersionOfConv2d(const OpSignature& signature) {
  if (ChoosesBiasType<schema::Conv2DOptions>(signature)) return 8;
  if (IsGrouped(signature)) return 6;
  // TFLite checks the type of output 1 here, which the operator does not have.
  if (signature.Has(INT16, INT16, INT16)) return 4;
  if (signature.Has(INT8, INT8, INT8)) return 3;
  if (signature.Has(INT8, INT4, INT8)) return 7;
  if (IsDynamicInt8(signature)) return HasScalePerSlice(signature.input(1), 0) ? 5 : 2;
  return 1;
}

OpCost Cost(const ir::NodeView& view) {
  const ir::Tensor& filter = view.input(1);
  return CostOf(view, 2 * ElementsOf(view.output()) * TapsOf(filter) * filter.dims[3]);
}

void Describe(NodeText& text) {
  const ir::Shape& filter = text.view().input(1).dims;
  text.AddImageAndFilter(0, {filter[1], filter[2], filter[3], filter[0]});
  text.AddWindow(text.view().params<abi::TfLiteConvParams>());
}

constexpr LayerForm kLayer = {
    .operands = 1,
    .filter_rank = 4,
    .weights_outputs = 0,
    .params = [](const LayerAttributes& layer, int /*channels*/) {
      return PackParams(abi::TfLiteConvParams{layer.padding, layer.stride_hw[1], layer.stride_hw[0],
                                              layer.activation, layer.dilation_hw[1], layer.dilation_hw[0]});
    }};

}  // namespace

extern const OpInfo kOpInfo_conv_2d = {
    .op_code = abi::kTfLiteBuiltinConv2d,
    .name = "CONV_2D",
    .stem = "conv_2d",
    .versions =
        {
            {1, "1.5.0", "float32 and uint8"},
            {2, "1.14.0", "float32 input with int8 filter"},
            {3, "1.14.0", "int8"},
            {4, "2.3.0", "int16"},
            {5, "2.4.0", "float32 input with int8 filter, scales per channel"},
            {6, "2.9.0", "grouped convolution"},
            {7, "2.11.0", "int4 filter"},
            {8, "2.15.0", "int16 with a chosen bias type"},
        },
    .needed_version = VersionOfConv2d,
    .params = GrownParamsOf<FillParams>(offsetof(abi::TfLiteConvParams, quantized_bias_type), 8),
    .types =
        {{.name = "float32",
          .inputs = {kFloat32, kFloat32, kFloat32},
          .outputs = {kFloat32},
          .required_inputs = 2},
         {.name = "int8",
          .inputs = {PerTensor(kInt8), AlongAnyAxis(PerChannel(kInt8, 0)), OfProducts(kInt32)},
          .outputs = {PerTensor(kInt8)},
          .required_inputs = 2},
         {.name = "int8xint4",
          .inputs = {PerTensor(kInt8), AlongAnyAxis(PerChannel(ir::DataType::kInt4, 0)), OfProducts(kInt32)},
          .outputs = {PerTensor(kInt8)}},
         {.name = "uint8",
          .inputs = {PerTensor(ir::DataType::kUInt8), PerTensor(ir::DataType::kUInt8), LikeProducts(kInt32)},
          .outputs = {PerTensor(ir::DataType::kUInt8)}},
         {.name = "int16xint8",
          .inputs = {Symmetric(ir::DataType::kInt16),
                     AlongAnyAxis(PerChannel({ir::DataType::kInt8, ir::DataType::kInt4}, 0)),
                     OfProducts(kIndex)},
          .outputs = {Symmetric(ir::DataType::kInt16)}},
         DynamicInt8Layer("float32xint8", WithAnyZeroPoint(PerChannel(kInt8, 0))),
         DynamicInt8Layer("float32xint4", WithAnyZeroPoint(PerChannel(ir::DataType::kInt4, 0))),
         {.name = kDynamicInt8InUint8,
          .inputs = {kFloat32, WithAnyZeroPoint(Symmetric(ir::DataType::kUInt8)), kFloat32},
          .outputs = {kFloat32},
          .required_inputs = 2,
          .numeric_class = NumericClass{NumericKind::kExact}}},
    .tflite_fails = TfliteFailsWithoutBias,
    .infer_shapes = ir::InferConv2d,
    .operands = {{"input", "filter", "bias"}, {"output"}},
    .numeric_class = {NumericKind::kSum, {.factors = {0, 1}, .counted_input = 1, .dims = {1, 2, 3}}},
    .layout = {.role = LayoutRole::kImplicit, .inputs = {"NHWC", "OHWI", "O"}, .outputs = {"NHWC"}},
    .cost = Cost,
    .describe = Describe,
    .layer = &kLayer,
};

}  // namespace litevk
