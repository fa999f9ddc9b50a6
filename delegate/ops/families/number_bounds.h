// The floats at which the numbers of QUANTIZE change. Numbers grow with floats, so a shader that guesses a
// number by a product, and compares with one bound, has the bits of the quotient without a division.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/ir/graph.h"
#include "runtime/opset/affine_channels.h"

namespace litevk {

// Whether there are such bounds: numbers of 8 bits at most, whose scale has an inverse.
bool HasNumberBounds(const AffineChannels::Channel& channel, const ir::IntegerRange& range);

// Returns the words of shaders/common/number_bounds.glsl: the inverse of the scale, the magnitude from which
// on floats leave 32 bits, the number of these, the lowest number, how many steps it and the highest one are
// above the zero point, and then for each number but the lowest the least float that becomes it, and
// infinity. Floats, and numbers of steps, are the bits of floats.
std::vector<int32_t> NumberBounds(const AffineChannels::Channel& channel, const ir::IntegerRange& range);

}  // namespace litevk
