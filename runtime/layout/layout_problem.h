// The choice between two orders for each node and tensor, such that the fewest elements are moved.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace litevk {

// What writes or reads a tensor in the first or the second of its orders: by choice, or always.
struct OrderPort {
  int variable = -1;  // -1: the label is fixed
  int label = 0;      // kOther: neither of the two
};
inline constexpr int kOtherOrder = -1;

struct TensorChoice {
  OrderPort producer;
  std::vector<OrderPort> readers;
  int64_t cost = 0;  // of one conversion, which all readers of an order share
};

struct LayoutProblem {
  std::vector<TensorChoice> tensors;
  std::vector<std::array<int64_t, 2>> costs;  // by variable, of each of its labels
  std::vector<int> fixed;                     // by variable: its only label, or -1

  int AddVariable();
};

// Returns what labels, 0 or 1 by variable, cost: each tensor as often as there are orders other than its
// producer's in which it is read.
int64_t CostOf(const LayoutProblem& problem, const std::vector<int>& labels);

// Returns the labels that cost least, and of those the ones with the most 0.
std::vector<int> CheapestLabels(const LayoutProblem& problem);

}  // namespace litevk
