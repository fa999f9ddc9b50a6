// Rules for how an operator changes the order (layout) of its operands, from its record (Layout in
// runtime/opset/op_info.h).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/ir/graph.h"
#include "runtime/layout/order.h"

namespace litevk {

enum class OrderRule : uint8_t {
  kFixed,       // the operator determines the orders of its operands and results
  kSame,        // the results have the order of the operands
  kPointwise,   // like kSame, but only for TFLite's own order and orders whose second dim is the last
  kTransposed,  // dim i of the result is dim dims[i] of the operand
  kWithout,     // the results lack the dims `dims` of the operand
  kReshaped,    // the elements keep their positions in memory
};

struct NodeRule {
  OrderRule kind = OrderRule::kFixed;
  std::vector<int> dims;
  std::vector<int> operands;   // inputs whose order the results have
  std::vector<int> stretched;  // inputs of fewer dims that are broadcast
};

// `keeps_own_order`: the node is written in TFLite's own order, whatever its record says.
NodeRule RuleOf(const ir::Graph& graph, const ir::Node& node, bool keeps_own_order);

// Returns the order of the results if the operands have this order; nothing if there is none.
std::optional<Order> OrderAfter(const ir::Graph& graph, const ir::Node& node, const NodeRule& rule,
                                const Order& operand);
// Returns the order of the operands if the results have this order; nothing if it is not unique.
std::optional<Order> OrderBefore(const ir::Graph& graph, const ir::Node& node, const NodeRule& rule,
                                 const Order& result);

// The orders in which a node of kFixed reads and writes its operands.
struct FixedOrders {
  std::vector<Order> inputs;
  std::vector<Order> outputs;
};
FixedOrders FixedOrdersOf(const ir::Graph& graph, const ir::Node& node, bool keeps_own_order);

}  // namespace litevk
