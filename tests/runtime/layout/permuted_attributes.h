// Operands and options of nodes whose images have another order of dims.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/ir/graph.h"
#include "runtime/layout/order.h"
#include "runtime/opset/op_info.h"

namespace litevk::test {

// What the dims of the images of a node become. Numbers of dims and rows for each dim become what names the
// same.
class DimMover {
 public:
  explicit DimMover(Order order) : order_(std::move(order)) {}

  int Axis(int axis) const;
  int Bits(int bits) const;
  std::vector<int> Moved(const std::vector<int>& values, Moves moves) const;
  const Order& order() const { return order_; }

 private:
  Order order_;
};

// Returns what an operand of that name holds for an image of 2 x 3 x 4 elements in its own order.
const std::vector<int>& OperandValues(std::string_view name);
// Returns the options of a node of the operator.
ir::Params ParamsOf(const OpInfo& info, const DimMover& mover);
// Returns how many results the node has with these options.
size_t ResultCount(const OpInfo& info);

}  // namespace litevk::test
