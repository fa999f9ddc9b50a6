// A node of any operator, whose images and attributes may have another layout.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "runtime/ir/graph.h"
#include "runtime/layout/permutation.h"
#include "runtime/opset/op_info.h"
#include "tests/runtime/layout/permuted_attributes.h"

namespace litevk::test {

// A result's elements, in the order of its own dims.
struct Value {
  ir::Shape dims;
  std::vector<std::byte> bytes;
  bool operator==(const Value&) const = default;
};

// Returns the elements in another layout.
Value Permuted(const Value& value, const Permutation& permutation);

// Runs a node of the operator on its reference kernel. The images are 2 x 3 x 4 small numbers, and attributes
// are remapped as the record says. Returns nothing if the kernel refuses the node.
std::vector<Value> RunPermuted(const OpInfo& info, const DimMover& mover, std::string* problem);

}  // namespace litevk::test
