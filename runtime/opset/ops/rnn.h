// Positions of RNN's inputs.
#pragma once

#include <cstdint>

namespace litevk {

enum RnnInput : uint8_t { kInput = 0, kInputWeights = 1, kRecurrentWeights = 2, kBias = 3, kHiddenState = 4 };

}  // namespace litevk
