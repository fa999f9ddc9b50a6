// Positions of SVDF's inputs.
#pragma once

#include <cstdint>

namespace litevk {

enum SvdfInput : uint8_t { kInput = 0, kFeatureWeights = 1, kTimeWeights = 2, kBias = 3, kState = 4 };

}  // namespace litevk
