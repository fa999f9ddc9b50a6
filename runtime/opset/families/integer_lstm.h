// How the sums of an LSTM of int8 numbers become numbers: what its scales and its intermediates' make of it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "runtime/base/status.h"
#include "runtime/opset/families/lstm.h"
#include "runtime/opset/fixed_point.h"
#include "runtime/opset/signature.h"

namespace litevk {

// Factors of one gate, from sums to numbers with 3 integer bits, or to those that its norm takes.
struct IntegerLstmGate {
  FixedPoint of_input;
  FixedPoint of_output_state;
  FixedPoint of_cell_state;
  // Where the gate has a norm: from normalized sums to numbers with 3 integer bits, and what stands for a
  // variance below 1.
  FixedPoint of_norm;
  int32_t least_variance = 1;
};

struct IntegerLstmScaling {
  std::array<IntegerLstmGate, 4> gates;  // input, forget, cell, output; one without weights has no factors
  int cell_exponent = 0;                 // the cell state's scale is 2 to it, -30 to -9
  FixedPoint hidden;
  int hidden_zero_point = 0;
  FixedPoint projection;
  int16_t cell_clip = 0;       // 0: none
  int8_t projection_clip = 0;  // 0: none
};

// True if the cell state's numbers have a tanh in TFLite, which knows none of numbers that stay below 1. In
// its place TFLite then reads the buffer of the input gate.
inline bool HasCellTanh(const IntegerLstmScaling& scaling) { return scaling.cell_exponent >= -15; }

// The tensors of a node that passed CheckLstm; null where one is absent.
struct LstmTensors {
  OperandTensors inputs;
  OperandTensors intermediates;
  const ir::Tensor& output;
};

// Fails unless there are `count` intermediates, those from `first_read` on with one scale each.
Status CheckIntermediates(OperandTensors intermediates, size_t count, size_t first_read);

// Returns the zero point of an intermediate; fails where no number of int8 is it.
Result<int> ZeroPointOfIntermediate(const ir::Tensor& tensor);

// Returns a bound as a number of the scale; 0: none.
template <typename T>
T ClipOf(float bound, float scale) {
  if (bound <= 0.0F) return 0;
  return static_cast<T>(
      std::clamp<float>(bound / scale, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}

// Fails where scales are none that TFLite takes.
Result<IntegerLstmScaling> IntegerLstmScalingOf(const LstmTensors& tensors, const LstmOptions& options);

}  // namespace litevk
