// Convolutions of int8 numbers in integer arithmetic, bit for bit TFLite's reference kernels
// (runtime/opset/fixed_point.h). The filter and the bias are constant and their quantization is what the
// record's signature states.
#pragma once

#include "delegate/ops/constraints.h"
#include "delegate/ops/conv/conv_common.h"
#include "delegate/ops/conv/quantized_pack.h"
#include "delegate/ops/conv/quantized_problem.h"
#include "runtime/opset/fixed_point.h"

namespace litevk {

// What an operation in integers takes of the device's time, beside one of floats
// (docs/benchmarks/convolutions.md#int8).
double IntegerTime(const gpu::DeviceLimits& limits);

// What the convolution takes of the node: floating-point operations that take the device as long.
double FlopsOfIntegers(const NodeView& view);

// Whether its constants, and its output in whole blocks of channels, fit into storage buffer bindings.
bool QuantizedConvFits(const NodeView& view, const QuantizedLayout& layout);

// Emits the convolution to the node's output.
void EmitQuantizedConv(Lowering& lowering, const QuantizedProblem& problem);

template <typename Params, QuantizedLayout (*kLayoutOf)(const NodeView&)>
void LowerQuantizedConv(Lowering& lowering) {
  const NodeView& view = lowering.view();
  EmitQuantizedConv(lowering, {.input = lowering.InputDims(kConvInput),
                               .window = WindowOf<Params>(lowering),
                               .layout = kLayoutOf(view),
                               .activation = view.params<Params>().activation});
}

// Returns the kernel of the record's signature of int8, whose filter's layout `kLayoutOf` returns; `Params`
// are the node's.
template <typename Params, QuantizedLayout (*kLayoutOf)(const NodeView&)>
GpuKernel QuantizedConvKernel() {
  return {.signature = "int8",
          .note = "with the CPU's result bit for bit",
          .constraints = {{"the filter of an int8 convolution is constant", InputIsKnown<kConvFilter>},
                          {"the bias of an int8 convolution is constant", InputIsKnown<kConvBias>},
                          {"the bounds of the fused activation, in the scale of an int8 output, have 32 bits",
                           QuantizedBoundsAreKnown<Params>},
                          {"the prepacked filter fits the device's limits",
                           [](const NodeView& view) { return QuantizedConvFits(view, kLayoutOf(view)); },
                           ChannelsAndFilterAreKnown<kConvInput, kConvFilter>}},
          .device_flops = FlopsOfIntegers,
          .takes_padding = TakesPadding<Params>,
          .lower = LowerQuantizedConv<Params, kLayoutOf>};
}

}  // namespace litevk
