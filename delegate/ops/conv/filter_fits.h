// The choice among pack.h's layouts for a filter on the device, and checks of the device's limits.
#pragma once

#include "delegate/ops/conv/pack.h"
#include "runtime/graph/device_limits.h"

namespace litevk {

// True if kConvGrouped or kConvDepthwise computes a CONV_2D of this layout, and not conv_2d.comp. Ignores the
// layout's lanes.
bool TakesGrouped(const FilterLayout& layout, const gpu::DeviceLimits& limits);

// True if the weights and the dispatch of kConvGrouped and kConvDepthwise keep the device's limits.
bool GroupedFits(const FilterLayout& layout, const gpu::DeviceLimits& limits);

// True when the packed filter fits into one storage buffer binding, and its panels into one dispatch.
bool FilterFits(FilterLayout layout, const gpu::DeviceLimits& limits);

}  // namespace litevk
