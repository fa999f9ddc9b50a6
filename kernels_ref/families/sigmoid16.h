// LOGISTIC and TANH of int16, which read one fixed table of the sigmoid (sigmoid_table_uint16 of
// tflite/kernels/internal/common.cc).
#pragma once

#include <cstdint>

namespace litevk::ref {

// Brings numbers to a step of 1 / (3 * 4096): value = (number * multiplier + half) >> right.
class SigmoidArgument {
 public:
  // `most_left`: the last exponent above 2^-12 at which a scale that is a power of two is multiplied exactly.
  SigmoidArgument(float scale, int most_left);

  // What leaves 32 bits wraps around.
  int32_t ValueOf(int16_t number) const;

 private:
  int32_t multiplier_;
  int right_ = 0;
};

// Returns the sigmoid of such a value, 15 bits below the point.
int16_t Logistic16(int32_t value);
// Returns the hyperbolic tangent, 15 bits below the point.
int16_t Tanh16(int32_t value);

}  // namespace litevk::ref
