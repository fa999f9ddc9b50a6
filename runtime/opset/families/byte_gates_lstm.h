// How the sums of an LSTM of int8 numbers become numbers where these are int8 too, so that twelve
// intermediates say how they rescale (LstmStepInteger8x8_8 of tflite/kernels/lstm_eval.cc), and its gates'
// functions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "runtime/base/status.h"
#include "runtime/opset/families/integer_lstm.h"
#include "runtime/opset/families/lstm.h"
#include "runtime/opset/fixed_point.h"

namespace litevk {

// Each gate has three: of its sums, of the input's part, of the output state's part.
inline constexpr size_t kByteGateIntermediates = 12;
// The scale of the cell state.
inline constexpr float kByteGateCellScale = 0x1p-15F;
// The scale of a gate's normalized sum.
inline constexpr float kByteGateSumScale = 0x1p-12F;

// How products with one vector become numbers of 8 bits, and these a part of the gate's sum.
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
      gates;  // input, forget, cell, output; TFLite has no input gate, whatever the model has
  FixedPoint projection;
  int16_t cell_clip = 0;       // 0: none
  int8_t projection_clip = 0;  // 0: none
};

// Fails where operands or scales are none that TFLite takes.
Result<ByteGatesScaling> ByteGatesScalingOf(const LstmTensors& tensors, const LstmOptions& options);

// Values between -1 and 1 with 15 bits below the point, truncated as TFLite truncates them.
int16_t ByteGateLogistic(int16_t sum);
int16_t ByteGateTanh(int16_t number, float scale);

}  // namespace litevk
