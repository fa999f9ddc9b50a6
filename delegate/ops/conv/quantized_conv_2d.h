// Convolutions of quantized values in integer arithmetic, bit for bit TFLite's reference kernels
// (runtime/opset/quantized/fixed_point.h). The filter and the bias are constant, and their quantization is as
// the record's signature states.
#pragma once

#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/conv/conv_common.h"
#include "delegate/ops/conv/quantized_problem.h"
#include "runtime/opset/quantized/fixed_point.h"
#include "runtime/opset/quantized/weights_zero_point.h"
#include "runtime/tflite/builtin_params.h"
#include "runtime/tflite/common.h"

namespace litevk {

// Returns the cost of the node's convolution, as the number of floating-point operations that take the device
// as long.
double FlopsOfIntegers(const NodeView& view);

// True if the constants, and the output in whole blocks of channels, fit into storage buffer bindings.
bool QuantizedConvFits(const NodeView& view, const QuantizedLayout& layout);

// Emits the convolution to the node's output.
void EmitQuantizedConv2d(Lowering& lowering, QuantizedProblem problem);

// Returns the type of the bias that the node chooses, an abi::TfLiteType.
template <typename Params>
int BiasTypeOf(const NodeView& view) {
  if constexpr (requires { &Params::quantized_bias_type; }) return view.params<Params>().quantized_bias_type;
  return abi::kTfLiteNoType;
}

template <typename Params>
bool HasWideSums(const NodeView& view) {
  return view.output().type == ir::DataType::kInt16 && !HasNarrowSums(BiasTypeOf<Params>(view));
}

template <typename Params, int kBias>
bool BiasIsOfChosenType(const NodeView& view) {
  const ir::DataType type = HasWideSums<Params>(view) ? ir::DataType::kInt64 : ir::DataType::kInt32;
  return !view.has_input(kBias) || view.input(kBias).type == type;
}

// Constraint on a bias that TFLite's Prepare looks at.
template <int kBias>
Constraint BiasHasNoZeroPoint() {
  return {"the zero point of the bias is 0", [](const NodeView& view) {
            return !view.has_input(kBias) || ZeroPointOfBias(view.input(kBias)) == 0;
          }};
}

// Returns the constraints of convolutions in integers. `kLayoutOf` returns the layout of the filter.
template <typename Params, ConvInputs kAt, QuantizedLayout (*kLayoutOf)(const NodeView&)>
std::vector<Constraint> QuantizedConvConstraints(std::string_view signature) {
  std::vector<Constraint> constraints = {
      {"the filter of a quantized convolution is constant", InputIsKnown<kAt.filter>},
      {"the bias of a quantized convolution is constant", InputIsKnown<kAt.bias>},
      {"the bounds of the fused activation, in the scale of a quantized output, have 32 bits",
       QuantizedBoundsAreKnown<Params>},
      {"the prepacked filter fits the device's limits",
       [](const NodeView& view) { return QuantizedConvFits(view, kLayoutOf(view)); },
       ChannelsAndFilterAreKnown<kAt.image, kAt.filter>}};
  constexpr bool kIsTransposed = std::is_same_v<Params, abi::TfLiteTransposeConvParams>;
  // A bias of uint8 is looked at in CONV_2D and DEPTHWISE_CONV_2D alone.
  if (!kIsTransposed || signature != "uint8") constraints.push_back(BiasHasNoZeroPoint<kAt.bias>());
  if (signature == "int16xint8" && requires { &Params::quantized_bias_type; }) {
    constraints.push_back({"the bias has the type that the parameter quantized_bias_type announces",
                           BiasIsOfChosenType<Params, kAt.bias>});
  }
  return constraints;
}

template <typename Params, QuantizedLayout (*kLayoutOf)(const NodeView&)>
void LowerQuantizedConv(Lowering& lowering) {
  const NodeView& view = lowering.view();
  EmitQuantizedConv2d(lowering, {.at = kConvInputs,
                                 .input = lowering.InputDims(kConvInput),
                                 .window = WindowOf<Params>(lowering),
                                 .layout = kLayoutOf(view),
                                 .activation = view.params<Params>().activation,
                                 .wide_sums = HasWideSums<Params>(view)});
}

// True if the convolution's own dispatch writes the output, of 8 bits, and no copy of blocks of channels
// does.
template <QuantizedLayout (*kLayoutOf)(const NodeView&)>
bool WritesWordsOfBytes(const NodeView& view) {
  return ir::ByteSize(view.output().type) == 1 && !view.output().dims.has_unknown() &&
         kLayoutOf(view).outputs % 4 == 0;
}

// Returns the kernel of one of the record's signatures of integers. `Params` are the node's.
template <typename Params, ConvInputs kAt, QuantizedLayout (*kLayoutOf)(const NodeView&)>
GpuKernel QuantizedConvKernel(std::string_view signature, void (*lower)(Lowering&)) {
  return {.signature = signature,
          .note = "with the CPU's result bit for bit",
          .constraints = QuantizedConvConstraints<Params, kAt, kLayoutOf>(signature),
          .device_flops = FlopsOfIntegers,
          .epilogue = {.takes = InFixedPoint<WritesWordsOfBytes<kLayoutOf>>},
          .reads_strided = ReadsImageRows<kAt.image>,
          .writes_strided = StridedResult::kOfWords,
          .lower = lower};
}

// Returns the kernels of CONV_2D or DEPTHWISE_CONV_2D: `floats`, and one for each signature of integers.
template <typename Params, QuantizedLayout (*kLayoutOf)(const NodeView&)>
std::vector<GpuKernel> WithQuantizedKernels(GpuKernel floats) {
  std::vector<GpuKernel> kernels = {std::move(floats)};
  for (const std::string_view signature : {"int8", "int8xint4", "uint8", "int16xint8"}) {
    kernels.push_back(QuantizedConvKernel<Params, kConvInputs, kLayoutOf>(
        signature, LowerQuantizedConv<Params, kLayoutOf>));
    kernels.back().takes_padding = TakesPadding<Params>;
  }
  return kernels;
}

}  // namespace litevk
