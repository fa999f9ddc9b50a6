// Sums of products of a few rows of floats with packed weights: the loop within convolutions and matmuls.
#pragma once

#include <cstdint>

#include "kernels_cpu/simd/isa.h"

namespace litevk::cpu {

// A row of the output is the sum over segments of a row of inputs times weights, plus a bias, clamped as
// TFLite clamps: NaNs pass. Segments are ranges of inputs that follow each other in memory, such as the
// pixels under a row of a filter's window.
struct FloatTile {
  // [segment][row]: where the inputs of each segment begin.
  const float* const* inputs;
  int64_t segments;
  int64_t length;  // inputs of a segment
  // [panel][segment][input][column of the panel], and [panel][column of the panel]: filled up with zeros.
  const float* weights;
  const float* bias;
  float* output;  // [row][column]
  int64_t output_stride;
  int64_t columns;
  float min;
  float max;
};

// The function of an instruction set.
struct FloatTileFunction {
  int rows;   // at most, which is also the number of rows of `inputs`
  int panel;  // columns of a panel
  // Computes the first `rows` rows.
  void (*compute)(const FloatTile& tile, int rows);
};

// The instruction set must be one that IsaTable() says the processor has.
FloatTileFunction FloatTileFor(Isa isa);

}  // namespace litevk::cpu
