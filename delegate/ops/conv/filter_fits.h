// Which of the orders of pack.h a filter has on the device, and whether it then keeps the device's limits.
#pragma once

#include "delegate/ops/conv/pack.h"
#include "runtime/graph/device_limits.h"

namespace litevk {

// Whether a CONV_2D of this layout is computed by kConvGrouped or kConvDepthwise, and not by conv_2d.comp.
// The layout's lanes are of no account.
bool TakesGrouped(const FilterLayout& layout, const gpu::DeviceLimits& limits);

// Whether the weights and the dispatch of the two keep the device's limits.
bool GroupedFits(const FilterLayout& layout, const gpu::DeviceLimits& limits);

// True when the packed filter fits into one storage buffer binding, and its panels into one dispatch.
bool FilterFits(FilterLayout layout, const gpu::DeviceLimits& limits);

}  // namespace litevk
