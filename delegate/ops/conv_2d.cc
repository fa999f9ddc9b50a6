#include "delegate/kernel/constraints.h"
#include "delegate/ops/conv/conv_algorithms.h"
#include "delegate/ops/conv/dynamic_int8_conv_2d.h"
#include "delegate/ops/conv/filter_fits.h"
#include "delegate/ops/conv/quantized_conv_2d.h"
#include "delegate/ops/conv/winograd.h"
#include "runtime/opset/common/dynamic_int8.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

using Params = abi::TfLiteConvParams;

// True if the input channels of the filter divide those of the input into groups. Each group has an equal
// share of the output channels.
bool GroupsDivide(const NodeView& view) {
  const ir::Shape& filter = view.input(kConvFilter).dims;
  const int channels = view.input(kConvInput).dims.channels();
  if (filter[3] < 1 || channels % filter[3] != 0) return false;
  const int groups = channels / filter[3];
  return groups > 0 && filter[0] % groups == 0;
}

int GroupsOf(const NodeView& view) {
  return view.input(kConvInput).dims.channels() / view.input(kConvFilter).dims[3];
}

// True if each group has blocks of four outputs of its own.
bool HasGroupsOfFours(const NodeView& view) { return view.output().dims[3] / GroupsOf(view) % 4 == 0; }

bool FloatFilterFits(const NodeView& view) {
  const ir::Shape& filter = view.input(kConvFilter).dims;
  const int groups = GroupsOf(view);
  const FilterLayout layout = {
      .groups = groups, .outputs = filter[0] / groups, .taps = filter[1] * filter[2], .inputs = filter[3]};
  return FilterFits(layout, view.limits());
}

void LowerFloat(Lowering& lowering) {
  const ir::Shape& input = lowering.InputDims(kConvInput);
  const NodeView& view = lowering.view();
  EmitConv(lowering,
           Conv2dProblem(lowering, input, lowering.output_dims(), WindowOf<Params>(lowering), GroupsOf(view),
                         view.params<Params>().activation),
           Conv2dAlgorithms());
}

QuantizedLayout LayoutOf(const NodeView& view) {
  const ir::Shape& filter = view.input(kConvFilter).dims;
  const int groups = GroupsOf(view);
  return FilterLayout{
      .groups = groups, .outputs = filter[0] / groups, .taps = filter[1] * filter[2], .inputs = filter[3]};
}

// True if EmitConv chooses Winograd's algorithm.
bool TakesWinograd(const NodeView& view) {
  const ir::Shape& input = view.input(kConvInput).dims;
  const ir::Shape& filter = view.input(kConvFilter).dims;
  const auto& params = view.params<Params>();
  const ConvWindow window = {.filter_h = filter[1],
                             .filter_w = filter[2],
                             .stride_h = params.stride_height,
                             .stride_w = params.stride_width,
                             .dilation_h = params.dilation_height_factor,
                             .dilation_w = params.dilation_width_factor};
  return view.input_is_known(kConvFilter) && filter[3] == input[3] &&
         WinogradPays(input, view.output().dims, window, view.limits());
}

double FlopsOfFloats(const NodeView& view) {
  const double flops = FindOpInfo(view.node())->cost(view).flops;
  const ir::Shape& input = view.input(kConvInput).dims;
  return flops * (TakesWinograd(view) ? WinogradShare(input, view.output().dims, view.limits()) : 1);
}

// True if stores write four values. Winograd's algorithm stores single floats where it does not read texels.
bool StoresFours(const NodeView& view) {
  return HasGroupsOfFours(view) && (view.limits().profile.prefers_texel_loads || !TakesWinograd(view));
}

GpuKernel FloatKernel() {
  return {.signature = "float32",
          .constraints = {{"the prepacked filter fits the device's limits", FloatFilterFits,
                           ChannelsAndFilterAreKnown<kConvInput, kConvFilter>}},
          .device_flops = FlopsOfFloats,
          .epilogue = {.takes = InFloat32, .stores_fours = StoresFours},
          .takes_padding = TakesPadding<Params>,
          .reads_strided = ReadsImageRows<kConvInput, kConvFilter, kConvBias>,
          .writes_together = ChannelsOfPixels,
          .lower = LowerFloat};
}

std::vector<GpuKernel> Kernels() {
  std::vector<GpuKernel> kernels = WithQuantizedKernels<Params, LayoutOf>(FloatKernel());
  for (const std::string_view signature :
       {std::string_view("float32xint8"), kDynamicInt8InUint8, std::string_view("float32xint4")}) {
    kernels.push_back(
        DynamicInt8ConvKernel<kConvInputs, LayoutOf>(signature, LowerDynamicInt8Conv<Params, LayoutOf>));
    kernels.back().takes_padding = RoundsPaddedInBlocks;
    kernels.back().epilogue.stores_fours = HasGroupsOfFours;
  }
  return kernels;
}

}  // namespace

OpSpec MakeSpec_conv_2d() {
  return {
      .op_code = abi::kTfLiteBuiltinConv2d,
      .constraints = {{"input, filter and output have 4 dims", RanksAreFour<kConvInput, kConvFilter>},
                      {"the filter is not sparse", FilterIsDense<kConvFilter>},
                      {"the bias has one value per output channel", BiasMatches<kConvFilter, kConvBias, 0>,
                       DimsOfAllAreKnown<kConvFilter, kConvBias>},
                      {"the padding is SAME or VALID", PaddingIsKnown<Params>},
                      {"the strides are positive", StridesArePositive<Params>},
                      {"the dilations are positive", DilationsArePositive<Params>},
                      ActivationConstraint<Params>(),
                      {"the filter's input channels divide the input's into groups, and the groups divide "
                       "the output channels",
                       GroupsDivide, ChannelsAndFilterAreKnown<kConvInput, kConvFilter>}},
      .kernels = Kernels(),
  };
}

}  // namespace litevk
