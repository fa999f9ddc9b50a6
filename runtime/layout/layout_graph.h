// A graph as the choice of layouts sees it: rules by node, and what the caller fixes.
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
#include "runtime/layout/layout_plan.h"
#include "runtime/layout/order_rule.h"

namespace litevk {

// A value that is kept from run to run. What nodes read of it and assign to it has one order.
struct KeptState {
  std::string name;
  std::vector<ir::TensorId> values = {};  // what they read and assign
  std::optional<Order> named = {};        // what the caller says
  bool may_move = false;                  // from TFLite's own order
};

struct LayoutGraph {
  // Fails where a named layout is none, or names a tensor that the graph lacks or that is a constant.
  static Result<LayoutGraph> Make(const ir::Graph& graph, const LayoutRequest& request);

  const ir::Tensor& tensor(ir::TensorId id) const { return graph->tensor(id); }
  // Returns the order in which a tensor enters or leaves the graph.
  Order EdgeOrder(ir::TensorId id) const;
  // Returns whether the order of a tensor is to be chosen: it is there, and no constant.
  bool HasOrder(ir::TensorId id) const { return id != ir::kAbsent && !is_constant[static_cast<size_t>(id)]; }

  const ir::Graph* graph;
  ir::GraphIndex index;
  std::vector<NodeRule> rules = {};     // by position
  std::vector<FixedOrders> fixed = {};  // by position: of those of OrderRule::kFixed
  // By tensor: it is stored, or what elementwise operators of one operand make of a stored one, such as the
  // DEQUANTIZE of weights: each of its readers may have it in an order of its own.
  std::vector<bool> is_constant = {};
  std::map<ir::TensorId, Order> named = {};
  std::vector<KeptState> states = {};
  std::vector<int> state_of = {};  // by position: the state that a node reads or assigns; -1: none
  bool has_channels_first_edges = false;
};

// Returns the tensor that a node reads of a state or assigns to it.
ir::TensorId KeptValueOf(const ir::Node& node);

// The two orders between which the choice is for a tensor; twice the same where there is none.
using OrderPair = std::array<Order, 2>;

// Returns by tensor its two orders. They begin at the tensors that the caller names, at operators that want
// the channels first and at TRANSPOSEs, and spread through operators that take any order. One of the two is
// TFLite's own.
std::vector<OrderPair> FindOrderPairs(const LayoutGraph& graph);

// Returns whether the operands and results of a node have pairs that belong together, so that one choice is
// enough for all of them.
bool FollowsPairs(const LayoutGraph& graph, int position, const std::vector<OrderPair>& pairs);

}  // namespace litevk
