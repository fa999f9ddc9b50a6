// LOGISTIC and TANH of int16, which read one fixed table of the sigmoid (sigmoid_table_uint16 of
// tflite/kernels/internal/common.cc).
#pragma once

#include <cstdint>

namespace litevk::ref {

// Converts values to steps of 1 / (3 * 4096): value = (number * multiplier + half) >> right.
class SigmoidArgument {
 public:
  // `most_left`: the largest exponent above 2^-12 for which a power-of-two scale is multiplied exactly.
  SigmoidArgument(float scale, int most_left);

  // Returns the converted value; overflow of 32 bits wraps around.
  int32_t ValueOf(int16_t integer) const;

 private:
  int32_t multiplier_;
  int right_ = 0;
};

// Returns the sigmoid of a converted value, with 15 fraction bits.
int16_t Logistic16(int32_t value);
// Returns the hyperbolic tangent of a converted value, with 15 fraction bits.
int16_t Tanh16(int32_t value);

}  // namespace litevk::ref
