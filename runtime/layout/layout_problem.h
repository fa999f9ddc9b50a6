// The choice between two layouts for each node and tensor that moves the fewest elements.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace litevk {

// A producer or reader that has a tensor in the first or the second of its layouts, either by choice or
// always.
struct LayoutPort {
  int variable = -1;  // -1: the label is fixed
  int label = 0;      // kOtherLayout: neither of the two
};
inline constexpr int kOtherLayout = -1;

struct TensorChoice {
  LayoutPort producer;
  std::vector<LayoutPort> readers;
  int64_t cost = 0;  // cost of one conversion, which all readers in that layout share
};

struct LayoutProblem {
  std::vector<TensorChoice> tensors;
  std::vector<std::array<int64_t, 2>> costs;  // cost of each label, indexed by variable
  std::vector<int> fixed;                     // the only label of each variable, or -1

  int AddVariable();
};

// Returns the cost of labels, 0 or 1 for each variable. A tensor costs once for each layout in which it is
// read, other than its producer's.
int64_t CostOf(const LayoutProblem& problem, const std::vector<int>& labels);

// Returns the labels of least cost, among those the ones with the most 0.
std::vector<int> CheapestLabels(const LayoutProblem& problem);

}  // namespace litevk
