// Sums of products of a few rows of quantized values with packed weights: the loop within integer layers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels_cpu/simd/isa.h"

namespace litevk::cpu {

// Inputs and weights come in words of 32 bits: two values of 16 bits, or four of 8. Sums wrap around.
struct IntegerTile {
  // [segment][row]: where the inputs of each segment begin, at any byte.
  const std::byte* const* inputs;
  int64_t segments;
  int64_t words;           // in each segment
  const int32_t* weights;  // [panel][segment][word][column of the panel]
  int64_t panel_words;     // words of a panel's column, which may be more
  const int32_t* initial;  // [panel][column of the panel]: what sums begin with
  int32_t* sums;           // [row][column], with room for whole panels
  int64_t sums_stride;
  int64_t columns;
};

// The function of an instruction set.
struct IntegerTileFunction {
  int rows;   // at most, which is also the number of rows of `inputs`
  int panel;  // columns of a panel
  // Computes the first `rows` rows. Null: the instruction set has no such products.
  void (*compute)(const IntegerTile& tile, int rows);
  // With quads: true if inputs are uint8, and not int8. Weights are int8.
  bool has_unsigned_inputs;
};

// Words are pairs of int16. The instruction set must be one that IsaTable() says the processor has.
IntegerTileFunction PairsTileFor(Isa isa);

// Words are four values of 8 bits, which dot product instructions multiply at once.
IntegerTileFunction QuadsTileFor(Isa isa);

}  // namespace litevk::cpu
