// Convolutions in which few output channels read the same inputs, so that a panel of them would be mostly
// padding: groups of few channels, DEPTHWISE_CONV_2D among them, and few output channels
// (docs/design/groups.md).
#pragma once

#include "delegate/ops/conv/conv_common.h"

namespace litevk {

// Whether EmitGrouped computes a CONV_2D, and not conv_2d.comp. The layout's lanes are of no account.
bool TakesGrouped(const FilterLayout& layout, const gpu::DeviceLimits& limits);

// Whether EmitGrouped's constants and dispatch keep the device's limits.
bool GroupedFits(const FilterLayout& layout, const gpu::DeviceLimits& limits);

// The constants of a CONV_2D for EmitGrouped: weights as PackGroupedFilter orders them, and the bias.
ConvConstants AddGroupedConstants(Lowering& lowering, const FilterLayout& layout);

// Emits the convolution of `input` to `output` (four dims, NHWC) with the node's epilogue after `activation`.
void EmitGrouped(Lowering& lowering, const ir::Shape& input, const ir::Shape& output,
                 const ConvWindow& window, const FilterLayout& layout, const ConvConstants& constants,
                 int activation);

}  // namespace litevk
