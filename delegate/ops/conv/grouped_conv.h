// Convolutions in which few output channels read the same inputs, so that a panel of them would be mostly
// padding. They have groups of few channels, as DEPTHWISE_CONV_2D has, or few output channels
// (docs/design/groups.md).
#pragma once

#include "delegate/ops/conv/conv_algorithms.h"

namespace litevk {

// Adds the weights of kConvGrouped or kConvDepthwise: the filter in GroupedFilterPacking, and the bias.
ConvWeights AddWeightsOf(Lowering& lowering, const ConvProblem& problem);

}  // namespace litevk
