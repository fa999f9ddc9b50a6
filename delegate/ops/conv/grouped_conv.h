// Convolutions in which few output channels read the same inputs, so that a panel of them would be mostly
// padding: groups of few channels, DEPTHWISE_CONV_2D among them, and few output channels
// (docs/design/groups.md).
#pragma once

#include "delegate/ops/conv/conv_method.h"

namespace litevk {

// Adds the weights of kConvGrouped or kConvDepthwise: the filter as PackGroupedFilter orders it, and the
// bias.
ConvWeights AddWeightsOf(Lowering& lowering, const ConvProblem& problem);

}  // namespace litevk
