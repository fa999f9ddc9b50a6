// A graph prepared for the choice of layouts: rules by node, and the layouts that the caller fixes.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/ir/graph_index.h"
#include "runtime/layout/layout_request.h"
#include "runtime/layout/layout_rule.h"

namespace litevk {

// A value that is kept from run to run. All its reads and assignments use one layout.
struct KeptState {
  std::string name;
  std::vector<ir::TensorId> values = {};  // tensors that nodes read from it and assign to it
  std::optional<Permutation> named = {};  // layout that the caller states
  bool may_move = false;                  // true: may have another layout than TFLite's
};

struct LayoutGraph {
  // Fails if a named layout is invalid, or names a constant or a tensor that the graph lacks.
  static Result<LayoutGraph> Make(const ir::Graph& graph, const LayoutRequest& request);

  const ir::Tensor& tensor(ir::TensorId id) const { return graph->tensor(id); }
  // Returns the layout in which a tensor enters or leaves the graph.
  Permutation EdgeLayout(ir::TensorId id) const;
  // Returns true if the tensor has a layout to choose: it is present and no constant.
  bool HasPermutation(ir::TensorId id) const {
    return id != ir::kAbsent && !is_constant[static_cast<size_t>(id)];
  }

  const ir::Graph* graph;
  ir::GraphIndex index;
  std::vector<NodeRule> rules = {};           // indexed by position
  std::vector<FixedPermutations> fixed = {};  // indexed by position; for nodes with LayoutRule::kFixed
  // For each tensor, true if it is stored, or computed from a stored one by unary elementwise operators, such
  // as DEQUANTIZE for weights. Each of its readers may have it in its own layout.
  std::vector<bool> is_constant = {};
  std::map<ir::TensorId, Permutation> named = {};
  std::vector<KeptState> states = {};
  std::vector<int> state_of = {};  // indexed by position: the state that a node reads or assigns; -1: none
  bool has_channels_first_edges = false;
};

// Returns the tensor that a node reads from a state or assigns to it.
ir::TensorId KeptValueOf(const ir::Node& node);

// The two layouts from which one is chosen for a tensor; equal if there is no choice.
using LayoutPair = std::array<Permutation, 2>;

// Returns the two layouts of each tensor. Choices start at tensors that the caller names, at operators that
// need channels-first layouts and at TRANSPOSEs. They spread through operators that take any layout. One of
// the two is TFLite's own.
std::vector<LayoutPair> FindLayoutPairs(const LayoutGraph& graph);

// Returns true if the pairs of a node's operands and results correspond, so that one choice suffices for all
// of them.
bool FollowsPairs(const LayoutGraph& graph, int position, const std::vector<LayoutPair>& pairs);

}  // namespace litevk
