// The pairs of two operands that are broadcast to an output, in rows that vectors can load.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "runtime/ir/strided_walk.h"

namespace litevk::cpu {

// A walk over the output's dims, of which neighbours that broadcast alike are merged. Rows lie along the
// innermost dim. Along a row each operand either moves on with the output or stays at one value.
class PairWalk {
 public:
  using Dim = ir::WalkDim<2>;

  PairWalk(const ir::Shape& left, const ir::Shape& right, const ir::Shape& output)
      : outer_(ir::MergeDims(ir::BroadcastDims<2>({left, right}, output), /*keep_row=*/false)) {
    columns_ = outer_.back();
    outer_.pop_back();
    // A value that is all of its row repeats nothing.
    if (columns_.size == 1) columns_.strides = {1, 1};
  }

  const Dim& columns() const { return columns_; }
  // Returns the dims around rows, the innermost last.
  const std::vector<Dim>& outer() const { return outer_; }
  int64_t rows() const {
    int64_t rows = 1;
    for (const Dim& dim : outer_) rows *= dim.size;
    return rows;
  }

  // True if both operands have the dims of the output, or others with as many elements.
  bool IsWithoutBroadcast() const {
    return outer_.empty() && columns_.strides == std::array<int64_t, 2>{1, 1};
  }

  // Returns the offsets of both operands at the first value of a row.
  std::array<int64_t, 2> OffsetsOfRow(int64_t row) const {
    std::array<int64_t, 2> offsets = {};
    for (size_t axis = outer_.size(); axis-- > 0; row /= outer_[axis].size) {
      for (size_t operand = 0; operand < 2; ++operand) {
        offsets[operand] += row % outer_[axis].size * outer_[axis].strides[operand];
      }
    }
    return offsets;
  }

 private:
  std::vector<Dim> outer_;
  Dim columns_;
};

}  // namespace litevk::cpu
