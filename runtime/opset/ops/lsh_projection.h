// Positions of LSH_PROJECTION's inputs.
#pragma once

#include <cstdint>

namespace litevk {

enum LshProjectionInput : uint8_t { kSeeds = 0, kItems = 1, kWeights = 2 };

}  // namespace litevk
