// What the transposed convolutions share: everything but where their inputs stand.
#pragma once

#include <span>
#include <vector>

#include "delegate/ops/constraints.h"
#include "delegate/ops/conv/conv_common.h"
#include "runtime/opset/families/transpose_conv.h"

namespace litevk {

// Emits, for both, one dispatch of shaders/transpose_conv.comp, and the node's `own` steps.
void LowerTransposeConv(Lowering& lowering, TransposeConvInputs at, std::span<const EpilogueStep> own);

// Whether the channels and batch sizes of the tensors agree.
bool TransposeConvDimsMatch(const NodeView& view, TransposeConvInputs at);
bool TransposeConvFits(const NodeView& view, TransposeConvInputs at);

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
           DimsOfAllAreKnown<kAt.image, kAt.filter>},
          {"the prepacked filter fits the device's limits",
           [](const NodeView& view) { return TransposeConvFits(view, kAt); }, DimsAreKnown<kAt.filter>}};
}

}  // namespace litevk
