// The floats at which the results of QUANTIZE change. Results grow with floats, so a shader guesses one by a
// multiplication and compares with one bound. The bits are those of the quotient, without a division.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/ir/graph.h"
#include "runtime/opset/quantized/affine_channels.h"

namespace litevk {

// True if such bounds exist: values have at most 8 bits, and the scale has an inverse.
bool HasQuantizeBounds(const AffineChannels::Channel& channel, const ir::IntegerRange& range);

// Returns the words of shaders/common/quantize_bounds.glsl. First come the inverse of the scale, the
// magnitude from which on floats leave 32 bits, and the value of such floats. Then come the lowest value, and
// how many steps it and the highest value are above the zero point. Last comes the least float that becomes
// each value but the lowest, and infinity. Floats, and numbers of steps, are the bits of floats.
std::vector<int32_t> QuantizeBounds(const AffineChannels::Channel& channel, const ir::IntegerRange& range);

}  // namespace litevk
