// Order of the vectors of a sequence {steps, batch, size} or {batch, steps, size}.
#pragma once

#include <cstdint>

#include "runtime/ir/shape.h"

namespace litevk::ref {

struct SequenceLayout {
  int rows = 0;  // rows of the batch
  int steps = 0;
  bool is_time_major = false;

  // Returns the index of the vector of one step of one row.
  int64_t Position(int row, int step) const {
    return is_time_major ? int64_t{step} * rows + row : int64_t{row} * steps + step;
  }
};

inline SequenceLayout SequenceLayoutOf(const ir::Shape& dims, bool is_time_major) {
  return is_time_major ? SequenceLayout{dims[1], dims[0], true} : SequenceLayout{dims[0], dims[1], false};
}

// Calls fn(row, position) for the steps of every row of the batch in order, or from the last to the first.
template <typename Fn>
void ForEachStep(const SequenceLayout& layout, bool is_backward, Fn fn) {
  for (int row = 0; row < layout.rows; ++row) {
    for (int step = 0; step < layout.steps; ++step) {
      fn(row, layout.Position(row, is_backward ? layout.steps - 1 - step : step));
    }
  }
}

// Vectors of one size, at a regular distance; they may be parts of longer ones.
struct Vectors {
  float* first = nullptr;
  int64_t pitch = 0;  // from one vector to the next

  float* at(int64_t position) const { return first + position * pitch; }
};

}  // namespace litevk::ref
