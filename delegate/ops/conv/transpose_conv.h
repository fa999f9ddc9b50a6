// The transposed convolutions, which differ only in the indices of their inputs.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/conv/conv_common.h"
#include "runtime/opset/conv/transpose_conv.h"

namespace litevk {

// Emits one dispatch of shaders/conv/transpose_conv.comp, and the node's `own` steps, for either operator.
void LowerTransposeConv(Lowering& lowering, TransposeConvInputs at, std::span<const EpilogueStep> own);

// True if the channels and batch sizes of the tensors agree.
bool TransposeConvDimsMatch(const NodeView& view, TransposeConvInputs at);
bool TransposeConvFits(const NodeView& view, TransposeConvInputs at);

// Returns the window of the convolution from the output to the input, which puts its zeros around the output.
ConvWindow TransposeConvWindow(const NodeView& view, TransposeConvInputs at);

// Returns the constraints of all kernels.
template <TransposeConvInputs kAt>
std::vector<Constraint> TransposeConvConstraints() {
  using Params = abi::TfLiteTransposeConvParams;
  return {{"input, filter and output have 4 dims", RanksAreFour<kAt.image, kAt.filter>},
          {"the filter is not sparse", FilterIsDense<kAt.filter>},
          {"the bias has one value per output channel", BiasMatches<kAt.filter, kAt.bias, 0>,
           DimsOfAllAreKnown<kAt.filter, kAt.bias>},
          {"the padding is SAME or VALID", PaddingIsKnown<Params>},
          {"the strides are positive", StridesArePositive<Params>},
          ActivationConstraint<Params>(),
          {"the filter's channels are those of the input and the output, which have one batch size",
           [](const NodeView& view) { return TransposeConvDimsMatch(view, kAt); },
           DimsOfAllAreKnown<kAt.image, kAt.filter>}};
}

// Returns the kernel of floats.
template <TransposeConvInputs kAt>
GpuKernel FloatTransposeConv(std::string_view signature, void (*lower)(Lowering&)) {
  return {.signature = signature,
          .constraints = {{"the prepacked filter fits the device's limits",
                           [](const NodeView& view) { return TransposeConvFits(view, kAt); },
                           DimsAreKnown<kAt.filter>}},
          .epilogue = kFloat32Epilogue,
          .reads_strided = ReadsImageRows<kAt.image, kAt.filter, kAt.bias>,
          .writes_together = ChannelsOfPixels,
          .lower = lower};
}

}  // namespace litevk
