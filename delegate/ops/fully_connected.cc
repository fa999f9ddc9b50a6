#include "delegate/ops/constraints.h"
#include "delegate/ops/conv/conv_method.h"
#include "delegate/ops/conv/filter_fits.h"
#include "delegate/ops/conv/quantized_conv.h"
#include "delegate/ops/families/hybrid_product.h"
#include "delegate/ops/families/quantized_fully_connected.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

using Params = abi::TfLiteFullyConnectedParams;

// Rows times inputs make the input, rows times outputs the output, with or without keep_num_dims.
bool SizesMatch(const NodeView& view) {
  const ir::Shape& weights = view.input(kConvFilter).dims;
  if (weights.rank() != 2 || weights[0] < 1 || weights[1] < 1) return false;
  const int64_t elements = view.input(kConvInput).dims.NumElements();
  const ir::Shape& output = view.output().dims;
  return elements % weights[1] == 0 && output.channels() == weights[0] &&
         output.NumElements() == elements / weights[1] * weights[0];
}

bool Fits(const NodeView& view) {
  const ir::Shape& weights = view.input(kConvFilter).dims;
  return FilterFits({.outputs = weights[0], .inputs = weights[1]}, view.limits());
}

bool WeightsAreInOrder(const NodeView& view) {
  return view.params<Params>().weights_format == abi::kTfLiteFullyConnectedWeightsFormatDefault;
}

// Weights of [outputs][inputs] are a filter of one tap.
void Lower(Lowering& lowering) {
  const ir::Shape& weights = lowering.view().input(kConvFilter).dims;
  const auto rows = static_cast<int>(lowering.output_dims().Rows());
  EmitConv(lowering,
           Conv2dProblem(lowering, {1, 1, rows, weights[1]}, {1, 1, rows, weights[0]}, {}, 1,
                         lowering.view().params<Params>().activation),
           Conv2dMethods());
}

bool ReadsRows(const NodeView& view, const InputInRows& input) {
  if (input.number != kConvInput) return FindsPlaces(view, input);
  const int channels = view.input(kConvFilter).dims[1];
  return ArePixels(input.dims.NumElements() / channels, channels, input.rows);
}

HybridProduct HybridProductOf(const NodeView& view) {
  const ir::Shape& weights = view.input(kConvFilter).dims;
  const auto& params = view.params<Params>();
  const ir::Shape& input = view.input(kConvInput).dims;
  // Where dims are unknown, the verdict on the plan's own dims decides.
  const int64_t rows = input.has_unknown() ? 1 : input.NumElements() / weights[1];
  return {.left = {.rows = rows, .depth = weights[1], .is_asymmetric = params.asymmetric_quantize_inputs},
          .right = {.outputs = weights[0], .inputs = weights[1], .bits = WeightBits(view.input(kConvFilter))},
          .rows = rows,
          .bias = kConvBias,
          .activation = params.activation};
}

// Returns the kernel of float32 rows and integer weights.
GpuKernel HybridKernel(std::string_view signature) {
  return {.signature = signature,
          .note = "rows are quantized in every run, with the CPU's result bit for bit",
          .constraints = {{"the bias beside integer weights is constant", InputIsKnown<kConvBias>},
                          {"the prepacked weights fit the device's limits",
                           [](const NodeView& view) {
                             return HybridProductFits(HybridProductOf(view), view.limits());
                           },
                           DimsAreKnown<kConvFilter>}},
          .device_flops = FlopsOfIntegers,
          .takes_epilogue = kFloat32,
          .reads_rows = FindsPlaces,
          .lower = [](Lowering& lowering) { EmitHybridProduct(lowering, HybridProductOf(lowering.view())); }};
}

}  // namespace

OpSpec MakeSpec_fully_connected() {
  return {
      .op_code = abi::kTfLiteBuiltinFullyConnected,
      .constraints = {{"the weights are not sparse", FilterIsDense<kConvFilter>},
                      {"the weights are in the default order", WeightsAreInOrder},
                      {"the bias has one value per output", BiasMatches<kConvFilter, kConvBias, 0>,
                       DimsOfAllAreKnown<kConvFilter, kConvBias>},
                      {"the weights have 2 dims that match the input's and the output's elements", SizesMatch,
                       DimsOfAllAreKnown<kConvInput, kConvFilter>}},
      .kernels = {{.signature = "float32",
                   .constraints = {ActivationConstraint<Params>(),
                                   {"the prepacked weights fit the device's limits", Fits,
                                    DimsAreKnown<kConvFilter>}},
                   .takes_epilogue = kFloat32,
                   .reads_rows = ReadsRows,
                   .lower = Lower},
                  QuantizedFullyConnectedKernel("int8"),
                  QuantizedFullyConnectedKernel("int8xint4"),
                  QuantizedFullyConnectedKernel("uint8"),
                  QuantizedFullyConnectedKernel("uint8_to_int16"),
                  QuantizedFullyConnectedKernel("int16xint8"),
                  QuantizedFullyConnectedKernel("int16xint4"),
                  QuantizedFullyConnectedKernel("int16"),
                  HybridKernel("float32xint8"),
                  HybridKernel("float32xint4"),
                  HybridKernel("float32xint2")},
  };
}

}  // namespace litevk
