// Rescaling and gate functions of an int8 LSTM whose gate sums are quantized to int8 as well. Its twelve
// intermediates state how (LstmStepInteger8x8_8 of tflite/kernels/lstm_eval.cc).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "runtime/base/status.h"
#include "runtime/opset/quantized/fixed_point.h"
#include "runtime/opset/recurrent/integer_lstm.h"
#include "runtime/opset/recurrent/lstm.h"

namespace litevk {

// Each gate has three intermediates: for its sums, for the input's part and for the output state's part.
inline constexpr size_t kByteGateIntermediates = 12;
// The scale of the cell state.
inline constexpr float kByteGateCellScale = 0x1p-15F;
// The scale of a gate's normalized sum.
inline constexpr float kByteGateSumScale = 0x1p-12F;

// Constants that requantize products with one vector to 8 bits, and those to a part of the gate's sum.
struct ByteGatePart {
  FixedPoint to_number;
  int zero_point = 0;
  FixedPoint to_sum;
};

struct ByteGate {
  ByteGatePart of_input;
  ByteGatePart of_output_state;
  float norm_scale = 0.0F;
};

struct ByteGatesScaling {
  std::array<ByteGate, 4>
      gates;  // input, forget, cell, output; here TFLite has no input gate, even if the model has one
  FixedPoint projection;
  int16_t cell_clip = 0;       // 0: none
  int8_t projection_clip = 0;  // 0: none
};

// Fails if TFLite does not accept the operands or their scales.
Result<ByteGatesScaling> ByteGatesScalingOf(const LstmTensors& tensors, const LstmOptions& options);

// Return values between -1 and 1 with 15 fractional bits, truncated as TFLite truncates them.
int16_t ByteGateLogistic(int16_t sum);
int16_t ByteGateTanh(int16_t number, float scale);

}  // namespace litevk
