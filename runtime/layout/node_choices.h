// The open choices of a graph: a variable for each node that may take either of two layouts.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/layout/layout_graph.h"
#include "runtime/layout/layout_problem.h"

namespace litevk {

// Source of a node's layouts.
enum class NodeKind : uint8_t {
  kFixed,      // those in LayoutGraph::fixed
  kFollows,    // those that the label of the node's variable selects from the pairs of its tensors
  kAnyLayout,  // a TRANSPOSE that reads any layout and writes the one that its variable selects
  kKept,       // the layout of a state, which the node reads or assigns
};

struct NodeChoice {
  NodeKind kind = NodeKind::kFixed;
  int variable = -1;  // -1: the layout of the results is fixed
  // True if the node reads the elements of input 0 in any layout, at no cost.
  bool reads_any_layout = false;
  // Position of the FULLY_CONNECTED, behind this flatten or the node itself, whose columns must follow; -1:
  // none.
  int columns_of = -1;
};

struct StateChoice {
  int variable = -1;  // -1: TFLite's own layout
  LayoutPair pair;    // layouts of all its values
};

struct NodeChoices {
  std::vector<NodeChoice> nodes;    // indexed by position
  std::vector<LayoutPair> pairs;    // indexed by tensor
  std::vector<StateChoice> states;  // indexed by state
  LayoutProblem problem;
};

// Fails if a named layout contradicts one that an operator or another name fixes.
Result<NodeChoices> FindChoices(const LayoutGraph& graph);

}  // namespace litevk
