// Positions of BIDIRECTIONAL_SEQUENCE_RNN's inputs.
#pragma once

#include "runtime/opset/recurrent/rnn.h"

namespace litevk {

inline constexpr RnnCell kForwardRnn = {"forward ", 1, 2, 3, 4};
inline constexpr RnnCell kBackwardRnn = {"backward ", 5, 6, 7, 8};
inline constexpr int kRnnAuxInput = 9;
inline constexpr int kForwardRnnAuxWeights = 10;   // {forward units, auxiliary input}
inline constexpr int kBackwardRnnAuxWeights = 11;  // {backward units, auxiliary input}

}  // namespace litevk
