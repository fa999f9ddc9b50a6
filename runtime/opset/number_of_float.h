// The number of a quantized tensor that a float becomes: QUANTIZE on the CPU, and what the GPU's tables are
// made of.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "runtime/ir/graph.h"
#include "runtime/opset/affine_channels.h"
#include "runtime/opset/to_int32.h"
#include "runtime/opset/wrapping.h"

namespace litevk {

// Rounds halves away from zero and saturates. A NaN and what leaves 32 bits become the lowest int32 before
// the zero point is added, which wraps around, as on x86-64.
inline int64_t NumberOfFloat(float value, const AffineChannels::Channel& channel,
                             const ir::IntegerRange& range) {
  const int32_t steps = ToInt32(std::round(value / channel.scale));
  return std::clamp<int64_t>(WrappingAdd<int32_t>(steps, channel.zero_point), range.lowest, range.highest);
}

}  // namespace litevk
