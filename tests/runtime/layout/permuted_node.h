// A node of any operator with operands, whose images and attributes may have another order of dims.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "runtime/ir/graph.h"
#include "runtime/layout/order.h"
#include "runtime/opset/op_info.h"
#include "tests/runtime/layout/permuted_attributes.h"

namespace litevk::test {

// The values of a result, in the order of its own dims.
struct Value {
  ir::Shape dims;
  std::vector<std::byte> bytes;
  bool operator==(const Value&) const = default;
};

// Returns the elements, each of so many bytes, in another order of dims.
Value Permuted(const Value& value, const Order& order);

// Runs a node of the operator on its reference kernel, with images of 2 x 3 x 4 small numbers, and attributes
// that move as the record says. Returns nothing where the kernel refuses the node.
std::vector<Value> RunPermuted(const OpInfo& info, const DimMover& mover, std::string* problem);

}  // namespace litevk::test
