// Convolutions in which few output channels read the same inputs, so that a panel of them would be mostly
// padding: groups of few channels, DEPTHWISE_CONV_2D among them, and few output channels
// (docs/design/groups.md).
#pragma once

#include "delegate/ops/conv/conv_method.h"

namespace litevk {

// Whether a CONV_2D of this layout is computed by kConvGrouped or kConvDepthwise, and not by conv_2d.comp.
// The layout's lanes are of no account.
bool TakesGrouped(const FilterLayout& layout, const gpu::DeviceLimits& limits);

// Whether the weights and the dispatch of the two keep the device's limits.
bool GroupedFits(const FilterLayout& layout, const gpu::DeviceLimits& limits);

// The weights of the two: the filter as PackGroupedFilter orders it, and the bias.
ConvWeights AddWeightsOf(Lowering& lowering, const ConvProblem& problem);

}  // namespace litevk
