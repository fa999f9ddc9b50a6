// Rows of float32 that every run quantizes to int8, for layers with integer weights, bit for bit as in TFLite
// (shaders/common/row_scale.glsl).
#pragma once

#include <cstdint>

#include "delegate/lower/lowering.h"

namespace litevk {

// The rows of matrices that lie after one another in an input.
struct FloatRows {
  int64_t matrices = 1;
  int64_t rows = 1;            // rows of a matrix
  int64_t depth = 1;           // values of a row
  bool is_transposed = false;  // a row is a column of what is stored
  bool is_asymmetric = false;  // a row has a zero point
  // True if TFLite rounds all values like those in blocks of eight: the leftover values of a row are padding,
  // which the input lacks.
  bool are_in_blocks = false;

  int64_t Count() const { return matrices * rows; }
  uint32_t Quads() const { return GroupsFor(depth, 4); }
  // Index of the word at which the scales and zero points begin.
  int64_t FirstHeader() const { return Count() * Quads(); }
  uint64_t Words() const { return static_cast<uint64_t>(FirstHeader() + 2 * Count()); }
};

// Emits the dispatches that quantize the rows of input `index`. Returns what they write: words of four values
// for each row, and behind all rows a scale and a zero point for each.
gpu::TensorId EmitQuantizedRows(Lowering& lowering, const FloatRows& rows, int index = 0);

}  // namespace litevk
