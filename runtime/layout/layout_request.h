// The layouts that the caller of PlanLayouts states.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "runtime/ir/graph.h"

namespace litevk {

// A tensor whose layout the user states in letters: the tensor "x" from "NHWC" to "NCHW".
struct NamedLayout {
  std::string tensor;
  std::string from;
  std::string to;
};

struct LayoutRequest {
  std::vector<NamedLayout> named;
  bool has_channels_first_edges = false;  // images enter and leave the graph channels-first
  // Returns true if the writer computes a node in TFLite's own layout, although its record needs another one.
  // Null: no node.
  std::function<bool(const ir::Node&)> keeps_own_layout;
  // Names of values that are kept from run to run, in an arbitrary layout.
  std::vector<std::string> states;
  // Returns the index of the state that a node reads, as its first result, or assigns, as its last operand.
  // -1: none. Null: no node has a state.
  std::function<int(const ir::Node&)> state_of;
};

}  // namespace litevk
