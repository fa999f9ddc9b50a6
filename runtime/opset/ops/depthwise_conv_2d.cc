#include "runtime/opset/common/dynamic_int8.h"
#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

void FillParams(const schema::DepthwiseConv2DOptions& options, abi::TfLiteDepthwiseConvParams& params,
                OptionsReader& reader) {
  params.padding = reader.ReadPadding(options.padding());
  params.stride_width = options.stride_w();
  params.stride_height = options.stride_h();
  params.depth_multiplier = options.depth_multiplier();
  params.activation = reader.ReadActivation(options.fused_activation_function());
  params.dilation_width_factor = options.dilation_w_factor();
  params.dilation_height_factor = options.dilation_h_factor();
}

int VersionOfDepthwiseConv2d(const OpSignature& signature) {
  if (signature.Has(INT16, INT16, INT16)) return 5;
  if (IsDynamicInt8(signature)) return HasScalePerSlice(signature.input(1), 3) ? 6 : 4;
  if (signature.Has(INT8, INT8, INT8)) return 3;
  if (signature.Has(INT8, INT4, INT8)) return 7;
  const auto* options = signature.options<schema::DepthwiseConv2DOptions>();
  const bool is_dilated =
      options != nullptr && (options->dilation_w_factor() != 1 || options->dilation_h_factor() != 1);
  return is_dilated ? 2 : 1;
}

OpCost Cost(const ir::NodeView& view) {
  return CostOf(view, 2 * ElementsOf(view.output()) * TapsOf(view.input(1)));
}

// Describes the filter as input channels times output channels for each of them.
void Describe(NodeText& text) {
  const ir::Shape& filter = text.view().input(1).dims;
  const int channels = text.view().input(0).dims.channels();
  text.AddImageAndFilter(0, {filter[1], filter[2], channels, filter[3] / channels});
  text.AddWindow(text.view().params<abi::TfLiteDepthwiseConvParams>());
}

// Returns the type of a filter with scales. The kernels read neither their axis nor the zero points.
constexpr OperandType Filter(TypeSet types) { return WithAnyZeroPoint(AlongAnyAxis(PerChannel(types, 3))); }

constexpr LayerForm kLayer = {
    .operands = 1,
    .filter_rank = 4,
    .weights_outputs = 3,
    .params = [](const LayerAttributes& layer, int channels) {
      return PackParams(abi::TfLiteDepthwiseConvParams{layer.padding, layer.stride_hw[1], layer.stride_hw[0],
                                                       layer.filter[3] / channels, layer.activation,
                                                       layer.dilation_hw[1], layer.dilation_hw[0]});
    }};

}  // namespace

extern const OpInfo kOpInfo_depthwise_conv_2d = {
    .op_code = abi::kTfLiteBuiltinDepthwiseConv2d,
    .name = "DEPTHWISE_CONV_2D",
    .stem = "depthwise_conv_2d",
    .versions =
        {
            {1, "1.5.0", "float32 and uint8"},
            {2, "1.12.0", "dilation"},
            {3, "1.14.0", "int8"},
            {4, "2.2.0", "float32 input with int8 filter"},
            {5, "2.3.0", "int16"},
            {6, "2.3.0", "float32 input with int8 filter, scales per channel"},
            {7, "2.11.0", "int4 filter"},
        },
    .needed_version = VersionOfDepthwiseConv2d,
    .params = ParamsOf<FillParams>(),
    .types = {{.name = "float32",
               .inputs = {kFloat32, kFloat32, kFloat32},
               .outputs = {kFloat32},
               .required_inputs = 2},
              {.name = "int8",
               .inputs = {PerTensor(kInt8), Filter(kInt8), OfProducts(kInt32)},
               .outputs = {PerTensor(kInt8)},
               .required_inputs = 2},
              {.name = "int8xint4",
               .inputs = {PerTensor(kInt8), Filter(ir::DataType::kInt4), OfProducts(kInt32)},
               .outputs = {PerTensor(kInt8)},
               .required_inputs = 2},
              {.name = "uint8",
               .inputs = {PerTensor(ir::DataType::kUInt8), PerTensor(ir::DataType::kUInt8),
                          LikeProducts(kInt32)},
               .outputs = {PerTensor(ir::DataType::kUInt8)},
               .required_inputs = 2},
              {.name = "int16xint8",
               .inputs = {Symmetric(ir::DataType::kInt16), Filter(kInt8), OfProducts(ir::DataType::kInt64)},
               .outputs = {Symmetric(ir::DataType::kInt16)},
               .required_inputs = 2},
              DynamicInt8Layer("float32xint8", Filter(kInt8))},
    .tflite_fails = TfliteFailsWithoutBias,
    .infer_shapes = ir::InferDepthwiseConv2d,
    .operands = {{"input", "filter", "bias"}, {"output"}},
    .numeric_class = {NumericKind::kSum, {.factors = {0, 1}, .counted_input = 1, .dims = {1, 2}}},
    .layout = {.role = LayoutRole::kImplicit, .inputs = {"NHWC", "IHWO", "O"}, .outputs = {"NHWC"}},
    .cost = Cost,
    .describe = Describe,
    .layer = &kLayer,
};

}  // namespace litevk
