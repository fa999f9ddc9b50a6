#include "delegate/kernel/constraints.h"
#include "delegate/ops/conv/conv_algorithms.h"
#include "delegate/ops/conv/dynamic_int8_conv_2d.h"
#include "delegate/ops/conv/quantized_conv_2d.h"
#include "delegate/ops/conv/quantized_sums.h"
#include "delegate/ops/conv/window_tile.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

using Params = abi::TfLiteDepthwiseConvParams;

// The depth multiplier follows from the shapes; the parameter of that name may be stale.
bool MultiplierIsWhole(const NodeView& view) {
  const ir::Shape& filter = view.input(kConvFilter).dims;
  const int channels = view.input(kConvInput).dims.channels();
  return filter[0] == 1 && channels > 0 && filter[3] % channels == 0 && view.output().dims[3] == filter[3];
}

bool FloatFilterFits(const NodeView& view) {
  const ir::Shape& filter = view.input(kConvFilter).dims;
  const uint64_t floats =
      uint64_t{GroupsFor(filter[3], 4)} * 4 * static_cast<uint64_t>(filter[1] * filter[2]);
  return gpu::BytesOf(floats, gpu::Storage::kFloat32) <= view.limits().max_tensor_bytes() &&
         WindowTilesFit(filter[3], view.limits());
}

void LowerFloat(Lowering& lowering) {
  const ir::Shape& input = lowering.InputDims(kConvInput);
  const ir::Shape& output = lowering.output_dims();
  const ConvWindow window = WindowOf<Params>(lowering);
  const FilterLayout layout = {.groups = input[3],
                               .outputs = output[3] / input[3],
                               .taps = window.filter_h * window.filter_w,
                               .inputs = 1};
  EmitConv(lowering,
           {.input = input,
            .output = output,
            .strides = lowering.InputStrides(kConvInput, input),
            .window = window,
            .layout = layout,
            .activation = lowering.view().params<Params>().activation,
            .is_depthwise = true},
           DepthwiseAlgorithms());
}

QuantizedLayout LayoutOf(const NodeView& view) {
  const ir::Shape& filter = view.input(kConvFilter).dims;
  const FilterLayout layout = {.outputs = filter[3], .taps = filter[1] * filter[2], .inputs = 1};
  return {layout, filter[3] / view.input(kConvInput).dims.channels()};
}

GpuKernel FloatKernel() {
  return {.signature = "float32",
          .constraints = {{"the prepacked filter fits the device's limits", FloatFilterFits,
                           DimsAreKnown<kConvFilter>}},
          .epilogue = kFloat32Epilogue,
          .takes_padding = TakesPadding<Params>,
          .reads_strided = ReadsImageRows<kConvInput, kConvFilter, kConvBias>,
          .writes_together = ChannelsOfPixels,
          .lower = LowerFloat};
}

// True if sums are exact for one row of the filter at a time.
bool FilterRowsAreExact(const NodeView& view) {
  return view.input(kConvFilter).dims[2] <= static_cast<int>(kExactProducts);
}

std::vector<GpuKernel> Kernels() {
  std::vector<GpuKernel> kernels = WithQuantizedKernels<Params, LayoutOf>(FloatKernel());
  kernels.push_back(
      DynamicInt8ConvKernel<kConvInputs, LayoutOf>("float32xint8", LowerDynamicInt8Conv<Params, LayoutOf>));
  kernels.back().takes_padding = RoundsPaddedInBlocks;
  kernels.back().constraints.push_back({"the filter of integers has rows of at most 1,024 taps",
                                        FilterRowsAreExact, DimsAreKnown<kConvFilter>});
  return kernels;
}

}  // namespace

OpSpec MakeSpec_depthwise_conv_2d() {
  return {
      .op_code = abi::kTfLiteBuiltinDepthwiseConv2d,
      .constraints = {{"input, filter and output have 4 dims", RanksAreFour<kConvInput, kConvFilter>},
                      {"the filter is not sparse", FilterIsDense<kConvFilter>},
                      {"the bias has one value per output channel", BiasMatches<kConvFilter, kConvBias, 3>,
                       DimsOfAllAreKnown<kConvFilter, kConvBias>},
                      {"the padding is SAME or VALID", PaddingIsKnown<Params>},
                      {"the strides are positive", StridesArePositive<Params>},
                      {"the dilations are positive", DilationsArePositive<Params>},
                      ActivationConstraint<Params>(),
                      {"the filter's first dim is 1 and its channels are a multiple of the input's",
                       MultiplierIsWhole, ChannelsAndFilterAreKnown<kConvInput, kConvFilter>}},
      .kernels = Kernels(),
  };
}

}  // namespace litevk
