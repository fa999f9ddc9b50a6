// Requantization constants of an int8 LSTM, from the scales of its operands and intermediates.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "runtime/base/status.h"
#include "runtime/opset/quantized/fixed_point.h"
#include "runtime/opset/recurrent/lstm.h"
#include "runtime/opset/signature.h"

namespace litevk {

// Multipliers and shifts of one gate, from sums to values with 3 integer bits, or to the norm's input.
struct Int16Gate {
  FixedPoint of_input;
  FixedPoint of_output_state;
  FixedPoint of_cell_state;
  // Constants of a gate with a norm: from normalized sums to values with 3 integer bits, and the value that
  // replaces a variance below 1.
  FixedPoint of_norm;
  int32_t least_variance = 1;
};

struct Int16GatesScaling {
  std::array<Int16Gate, 4> gates;  // input, forget, cell, output; a gate without weights has zeros
  int cell_exponent = 0;           // the cell state's scale is 2^cell_exponent, -30 to 0
  FixedPoint hidden;
  int hidden_zero_point = 0;
  FixedPoint projection;
  int16_t cell_clip = 0;       // 0: none
  int8_t projection_clip = 0;  // 0: none
};

// Range of the cell state's scale exponents for which TFLite has a TANH.
inline constexpr int kLeastTanhExponent = -15;
inline constexpr int kMostTanhExponent = -9;

// True if TFLite has a TANH for the cell state's scale. For other scales it reads the input gate's buffer.
inline bool HasCellTanh(const Int16GatesScaling& scaling) {
  return scaling.cell_exponent >= kLeastTanhExponent && scaling.cell_exponent <= kMostTanhExponent;
}

// The tensors of a node that passed CheckLstm; null where one is absent.
struct LstmTensors {
  OperandTensors inputs;
  OperandTensors intermediates;
  const ir::Tensor& output;
};

// Fails unless there are `count` intermediates and each from `first_read` on has one scale.
Status CheckIntermediates(OperandTensors intermediates, size_t count, size_t first_read);

// Returns the zero point of an intermediate. Fails if it does not fit int8.
Result<int> ZeroPointOfIntermediate(const ir::Tensor& tensor);

// Returns a bound as a quantized value of the scale; 0: no bound.
template <typename T>
T ClipOf(float bound, float scale) {
  if (bound <= 0.0F) return 0;
  return static_cast<T>(
      std::clamp<float>(bound / scale, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}

// Fails if TFLite does not accept the scales.
Result<Int16GatesScaling> Int16GatesScalingOf(const LstmTensors& tensors, const LstmOptions& options);

}  // namespace litevk
