// The order of dims in which each tensor of a graph is written and read, for a format whose operators want
// the channels first. docs/design/layouts.md says how it is chosen.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/layout/order.h"

namespace litevk {

// How the columns of a FULLY_CONNECTED's weights are read behind a flatten whose operand has another order:
// as a tensor of these dims, permuted.
struct ColumnOrder {
  std::vector<int> dims;  // their product is the number of columns; empty: the columns stay as they are
  Order order;

  auto operator<=>(const ColumnOrder&) const = default;
};

// By operand, the order in which a node reads and writes it. An order may be longer than the operand's rank:
// dims of 1 are put in front of the operand's before they are permuted. Constants are permuted when they are
// written, and need no Transpose.
struct NodeLayout {
  std::vector<Order> inputs;
  std::vector<Order> outputs;
  ColumnOrder columns;  // of input 1; of the only one where the node makes weights of a constant
};

// Why a tensor has to be transposed.
enum class TransposeReason : uint8_t {
  kGraphInput,   // the graph's input comes in another order than its readers'
  kGraphOutput,  // the graph's output is asked for in another order than its producer's
  kOwnOrder,     // an operator fixes TFLite's own order, a RESHAPE for one
  kImplicit,     // an operator wants the channels first
  kChoice,       // operators that take any order have been given another one than their operand
};

// A Transpose that the plan needs, shared by all readers of a tensor and order.
struct PlannedTranspose {
  ir::TensorId tensor;
  Order from;
  Order to;
  int64_t elements;  // 0: nothing is moved but dims of 1, so that a Reshape does
  TransposeReason reason;
  int reader;  // the position of the first node that reads in that order; -1: the graph's output
};

struct LayoutPlan {
  std::vector<Order> tensors;     // by tensor: the order in which its producer writes it
  std::vector<NodeLayout> nodes;  // by position
  std::vector<Order> outputs;     // by output of the graph: the order in which it leaves
  std::vector<Order> states;      // by state of the request: the order in which it is kept
  std::vector<PlannedTranspose> transposes;
};

// Returns why a Transpose is needed, in words that are the same for all of its kind: "RESHAPE keeps TFLite's
// order". What has 0 elements is a Reshape and needs no reason.
std::string ReasonFor(const ir::Graph& graph, const PlannedTranspose& transpose);

// A tensor whose order the user states, in letters: the tensor "x" from "NHWC" to "NCHW".
struct NamedLayout {
  std::string tensor;
  std::string from;
  std::string to;
};

struct LayoutRequest {
  std::vector<NamedLayout> named;
  bool has_channels_first_edges = false;  // images enter and leave the graph with their channels first
  // Says that the writer computes a node in TFLite's own order, though its record wants another one. Null:
  // none.
  std::function<bool(const ir::Node&)> keeps_own_order;
  // The names of values that are kept from run to run, in an order that nobody minds.
  std::vector<std::string> states;
  // Returns which of them a node reads, as its first result, or assigns, as its last operand. -1: none. Null:
  // no node does.
  std::function<int(const ir::Node&)> state_of;
};

// Fails where the request names a tensor that the graph lacks, an order that is none, or orders that
// contradict each other.
Result<LayoutPlan> PlanLayouts(const ir::Graph& graph, const LayoutRequest& request);

}  // namespace litevk
