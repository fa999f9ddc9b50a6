// Quantization of a float, for QUANTIZE on the CPU and for the GPU's tables.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "runtime/ir/graph.h"
#include "runtime/opset/quantized/affine_channels.h"
#include "runtime/opset/quantized/truncate_to_int32.h"
#include "runtime/opset/quantized/wrapping.h"

namespace litevk {

// Returns the quantized value. Rounds ties away from zero and saturates. As on x86-64, a NaN and overflow of
// 32 bits become the lowest int32. The zero point is added to it afterwards and wraps around.
inline int64_t QuantizeFloat(float value, const AffineChannels::Channel& channel,
                             const ir::IntegerRange& range) {
  const int32_t steps = TruncateToInt32(std::round(value / channel.scale));
  return std::clamp<int64_t>(WrappingAdd<int32_t>(steps, channel.zero_point), range.lowest, range.highest);
}

}  // namespace litevk
