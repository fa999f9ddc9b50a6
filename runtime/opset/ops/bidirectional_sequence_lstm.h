// Positions of BIDIRECTIONAL_SEQUENCE_LSTM's inputs.
#pragma once

#include <array>

#include "runtime/opset/recurrent/lstm.h"

namespace litevk {

// Returns the operands of one direction, from the input gate's weights on. The gates are in the order input,
// forget, cell and output. The operator has no norm coefficients.
constexpr LstmOperands LstmDirection(const std::array<const char*, 4>& names, int first, int output_state,
                                     int first_aux) {
  const auto gate = [&](int index, int cell_weights) {
    return LstmGate{.name = names[static_cast<size_t>(index)],
                    .weights = first + index,
                    .recurrent_weights = first + 4 + index,
                    .cell_weights = cell_weights,
                    .bias = first + 11 + index,
                    .norm = -1,
                    .aux_weights = first_aux + index};
  };
  return {gate(0, first + 8), gate(1, first + 9), gate(2, -1),  gate(3, first + 10),
          first + 15,         first + 16,         output_state, output_state + 1};
}

inline constexpr LstmOperands kForwardLstm = LstmDirection(
    {"forward input gate", "forward forget gate", "forward cell gate", "forward output gate"}, 1, 35, 40);
inline constexpr LstmOperands kBackwardLstm = LstmDirection(
    {"backward input gate", "backward forget gate", "backward cell gate", "backward output gate"}, 18, 37,
    44);
inline constexpr int kLstmAuxInput = 39;

}  // namespace litevk
