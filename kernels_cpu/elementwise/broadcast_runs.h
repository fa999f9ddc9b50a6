// The pairs of two operands that are broadcast to an output, in runs that vectors can load.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "runtime/ir/shape.h"

namespace litevk::cpu {

// Cuts the output into runs of as many values as possible. Along a run each operand either moves on with the
// output or stays at one value.
class BroadcastRuns {
 public:
  BroadcastRuns(const ir::Shape& left, const ir::Shape& right, const ir::Shape& output);

  int64_t length() const { return length_; }
  // Returns 1 for an operand, left or right, that moves on, and 0 for one that stays.
  const std::array<int64_t, 2>& steps() const { return steps_; }

  // Returns the offsets of both operands at the value `index` of the output.
  std::array<int64_t, 2> OffsetsAt(int64_t index) const;

 private:
  struct Axis {
    int64_t size;
    std::array<int64_t, 2> strides;
  };

  int64_t length_ = 1;
  std::array<int64_t, 2> steps_ = {1, 1};
  std::vector<Axis> axes_;  // around the runs, the innermost first
};

}  // namespace litevk::cpu
