// Operands and options of nodes whose images have another layout.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/ir/graph.h"
#include "runtime/layout/permutation.h"
#include "runtime/opset/op_info.h"

namespace litevk::test {

// Remaps everything that refers to dims for images in another layout: indices of dims, and rows with an entry
// for each dim.
class DimMover {
 public:
  explicit DimMover(Permutation permutation) : permutation_(std::move(permutation)) {}

  int Axis(int axis) const;
  int Bits(int bits) const;
  std::vector<int> Moved(const std::vector<int>& values, Moves moves) const;
  const Permutation& permutation() const { return permutation_; }

 private:
  Permutation permutation_;
};

// Returns the values of an operand of that name for an image of 2 x 3 x 4 elements in its own layout.
const std::vector<int>& OperandValues(std::string_view name);
// Returns the options of a node of the operator.
ir::Params ParamsOf(const OpInfo& info, const DimMover& mover);
// Returns the number of the node's results with these options.
size_t ResultCount(const OpInfo& info);

}  // namespace litevk::test
