// Convolutions of float32 images and integer filters, bit for bit TFLite's reference kernels. Every run
// quantizes the images and converts integer sums to floats. The filter and the bias are constant.
#pragma once

#include <string_view>
#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/conv/conv_common.h"
#include "delegate/ops/conv/dynamic_int8_problem.h"
#include "delegate/ops/conv/int8_tile.h"
#include "delegate/ops/conv/quantized_conv_2d.h"

namespace litevk {

// Returns the cost of the node's convolution, as the number of floating-point operations that take the device
// as long.
double FlopsOfDynamicInt8Conv(const NodeView& view);

// True if the constants and the quantized input fit into storage buffer bindings.
bool DynamicInt8ConvFits(const NodeView& view, const ConvInputs& at, const QuantizedLayout& layout);

// True if the constants of a convolution that is not depthwise fit into storage buffer bindings.
bool DynamicInt8TilesFit(const QuantizedLayout& layout, const gpu::DeviceLimits& limits);

// Returns the plans of a convolution that is not depthwise, the one with the smallest estimate first.
std::vector<Int8TilePlan> DynamicInt8TilePlans(const Lowering& lowering, const DynamicInt8Problem& problem);

// Emits a convolution that is not depthwise by a plan, with the node's epilogue.
void EmitDynamicInt8Tiles(Lowering& lowering, const DynamicInt8Problem& problem, const Int8TilePlan& plan);

// Emits a convolution to the node's output, with the node's epilogue, by the plan that ChoosePlan takes.
void EmitDynamicInt8Conv(Lowering& lowering, const DynamicInt8Problem& problem);

template <typename Params, QuantizedLayout (*kLayoutOf)(const NodeView&)>
void LowerDynamicInt8Conv(Lowering& lowering) {
  const NodeView& view = lowering.view();
  EmitDynamicInt8Conv(lowering, DynamicInt8ProblemOf(lowering, kLayoutOf(view), WindowOf<Params>(lowering),
                                                     view.params<Params>().activation));
}

// Returns the kernel of one of the record's signatures of floats with integer weights. `kLayoutOf` returns
// the layout of the filter.
template <ConvInputs kAt, QuantizedLayout (*kLayoutOf)(const NodeView&)>
GpuKernel DynamicInt8ConvKernel(std::string_view signature, void (*lower)(Lowering&)) {
  return {
      .signature = signature,
      .note = "images are quantized in every run, with the CPU's result bit for bit",
      .constraints = {{"the filter of integers is constant", InputIsKnown<kAt.filter>},
                      {"the bias beside integer weights is constant", InputIsKnown<kAt.bias>},
                      {"the prepacked filter fits the device's limits",
                       [](const NodeView& view) { return DynamicInt8ConvFits(view, kAt, kLayoutOf(view)); },
                       ChannelsAndFilterAreKnown<kAt.image, kAt.filter>}},
      .device_flops = FlopsOfDynamicInt8Conv,
      .epilogue = kFloat32Epilogue,
      .reads_strided = FindsOffsets,
      .lower = lower};
}

}  // namespace litevk
