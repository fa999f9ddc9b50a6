// Rules for how an operator changes the order (layout) of its operands, from its record (Layout in
// runtime/opset/op_info.h).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/ir/graph.h"
#include "runtime/layout/permutation.h"

namespace litevk {

enum class LayoutRule : uint8_t {
  kFixed,       // the operator determines the orders of its operands and results
  kSame,        // the results have the order of the operands
  kPointwise,   // like kSame, but only for TFLite's own order and orders whose second dim is the last
  kTransposed,  // dim i of the result is dim dims[i] of the operand
  kWithout,     // the results lack the dims `dims` of the operand
  kReshaped,    // the elements keep their positions in memory
};

struct NodeRule {
  LayoutRule kind = LayoutRule::kFixed;
  std::vector<int> dims;
  std::vector<int> operands;   // inputs whose order the results have
  std::vector<int> stretched;  // inputs of fewer dims that are broadcast
};

// `keeps_own_layout`: the node is written in TFLite's own order, whatever its record says.
NodeRule RuleOf(const ir::Graph& graph, const ir::Node& node, bool keeps_own_layout);

// Returns the order of the results if the operands have this order; nothing if there is none.
std::optional<Permutation> PermutationAfter(const ir::Graph& graph, const ir::Node& node,
                                            const NodeRule& rule, const Permutation& operand);
// Returns the order of the operands if the results have this order; nothing if it is not unique.
std::optional<Permutation> PermutationBefore(const ir::Graph& graph, const ir::Node& node,
                                             const NodeRule& rule, const Permutation& result);

// The orders in which a node of kFixed reads and writes its operands.
struct FixedPermutations {
  std::vector<Permutation> inputs;
  std::vector<Permutation> outputs;
};
FixedPermutations FixedPermutationsOf(const ir::Graph& graph, const ir::Node& node, bool keeps_own_layout);

}  // namespace litevk
