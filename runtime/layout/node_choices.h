// What is left to choose in a graph: a variable for each node that may take either of two orders.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/layout/layout_graph.h"
#include "runtime/layout/layout_problem.h"

namespace litevk {

// How the orders of a node come about.
enum class NodeKind : uint8_t {
  kFixed,     // LayoutGraph::fixed has them
  kFollows,   // those that the label of the node's variable has in the pairs of its tensors
  kAnyOrder,  // a TRANSPOSE that reads what there is, and writes what its variable says
  kKept,      // the order of a state, which the node reads or assigns
};

struct NodeChoice {
  NodeKind kind = NodeKind::kFixed;
  int variable = -1;  // -1: what the node writes is fixed
  // The node reads the elements of input 0 in any order, which costs it nothing.
  bool reads_any_order = false;
  // The FULLY_CONNECTED, behind this flatten or the node itself, whose columns then follow; -1: none has to.
  int columns_of = -1;
};

struct StateChoice {
  int variable = -1;  // -1: TFLite's own order
  OrderPair pair;     // of all its values
};

struct NodeChoices {
  std::vector<NodeChoice> nodes;    // by position
  std::vector<OrderPair> pairs;     // by tensor
  std::vector<StateChoice> states;  // by state
  LayoutProblem problem;
};

// Fails where a named layout contradicts what an operator or another name fixes.
Result<NodeChoices> FindChoices(const LayoutGraph& graph);

}  // namespace litevk
