// Rescaling and gate functions of an int8 LSTM whose gate sums are quantized to int8 as well. Its twelve
// intermediates state how (LstmStepInteger8x8_8 of tflite/kernels/lstm_eval.cc).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "runtime/base/status.h"
#include "runtime/opset/quantized/fixed_point.h"
#include "runtime/opset/recurrent/int16_gates_lstm.h"
#include "runtime/opset/recurrent/lstm.h"

namespace litevk {

// Each gate has three intermediates: for its sums, for the input's part and for the output state's part.
inline constexpr size_t kInt8GateIntermediates = 12;
// The scale of the cell state.
inline constexpr float kInt8GateCellScale = 0x1p-15F;
// The scale of a gate's normalized sum.
inline constexpr float kInt8GateSumScale = 0x1p-12F;

// Constants that requantize products with one vector to 8 bits, and those to a part of the gate's sum.
struct Int8GatePart {
  FixedPoint to_quantized;
  int zero_point = 0;
  FixedPoint to_sum;
};

struct Int8Gate {
  Int8GatePart of_input;
  Int8GatePart of_output_state;
  float norm_scale = 0.0F;
};

struct Int8GatesScaling {
  std::array<Int8Gate, 4>
      gates;  // input, forget, cell, output; here TFLite has no input gate, even if the model has one
  FixedPoint projection;
  int16_t cell_clip = 0;       // 0: none
  int8_t projection_clip = 0;  // 0: none
};

// Fails if TFLite does not accept the operands or their scales.
Result<Int8GatesScaling> Int8GatesScalingOf(const LstmTensors& tensors, const LstmOptions& options);

// Return values between -1 and 1 with 15 fractional bits, truncated as TFLite truncates them.
int16_t Int8GateLogistic(int16_t sum);
int16_t Int8GateTanh(int16_t integer, float scale);

}  // namespace litevk
