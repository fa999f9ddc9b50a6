// How the vectors of a sequence follow one another in memory.
#pragma once

#include <cstdint>

#include "runtime/ir/shape.h"

namespace litevk {

struct SequenceOrder {
  uint32_t rows = 1;  // of the batch
  uint32_t steps = 1;
  uint32_t row_pitch = 1;  // vectors from one row of the batch to the next
  uint32_t step_pitch = 1;
};

// Of {steps, rows, ...}, or of {rows, steps, ...}.
inline SequenceOrder OrderOf(const ir::Shape& dims, bool is_time_major) {
  const auto outer = static_cast<uint32_t>(dims[0]);
  const auto inner = static_cast<uint32_t>(dims[1]);
  if (is_time_major) return {.rows = inner, .steps = outer, .row_pitch = 1, .step_pitch = inner};
  return {.rows = outer, .steps = inner, .row_pitch = inner, .step_pitch = 1};
}

}  // namespace litevk
