// The layout of a sequence's vectors in memory.
#pragma once

#include <algorithm>
#include <cstdint>

#include "runtime/graph/device_limits.h"
#include "runtime/ir/shape.h"

namespace litevk {

struct SequenceLayout {
  uint32_t rows = 1;  // rows of the batch
  uint32_t steps = 1;
  uint32_t row_pitch = 1;  // vectors from one row of the batch to the next
  uint32_t step_pitch = 1;
};

// Returns the order for dims {steps, rows, ...} if `is_time_major`, else for {rows, steps, ...}.
inline SequenceLayout SequenceLayoutOf(const ir::Shape& dims, bool is_time_major) {
  const auto outer = static_cast<uint32_t>(dims[0]);
  const auto inner = static_cast<uint32_t>(dims[1]);
  if (is_time_major) return {.rows = inner, .steps = outer, .row_pitch = 1, .step_pitch = inner};
  return {.rows = outer, .steps = inner, .row_pitch = inner, .step_pitch = 1};
}

// Returns how many steps one dispatch of a shader with these constants may walk; each step adds as many
// iterations. Returns all steps if not even one fits: that dispatch is refused.
template <typename Shader>
uint32_t StepsAtOnce(const typename Shader::Spec& spec, typename Shader::Push push,
                     const gpu::DeviceLimits& limits) {
  const uint32_t all = push.steps;
  push.steps = 0;
  const uint64_t fixed = Shader::Iterations(spec, push);
  push.steps = 1;
  const uint64_t of_step = Shader::Iterations(spec, push) - fixed;
  if (fixed + of_step > limits.max_loop_iterations) return all;
  return static_cast<uint32_t>(std::min<uint64_t>(all, (limits.max_loop_iterations - fixed) / of_step));
}

// Calls emit(push) for one stretch of the steps after another. `push` describes all steps as one stretch.
template <typename Shader, typename Emit>
void EmitStretches(const typename Shader::Spec& spec, typename Shader::Push push,
                   const gpu::DeviceLimits& limits, Emit emit) {
  const uint32_t all = push.steps;
  const uint32_t at_once = StepsAtOnce<Shader>(spec, push, limits);
  for (uint32_t step = 0; step < all; step += at_once) {
    push.steps = std::min(at_once, all - step);
    push.first = step * push.step_pitch;
    emit(push);
  }
}

}  // namespace litevk
