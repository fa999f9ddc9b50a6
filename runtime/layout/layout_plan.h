// The layout in which each tensor of a graph is written and read, for a format whose operators are
// channels-first (PlanLayouts).
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "runtime/ir/graph.h"
#include "runtime/layout/permutation.h"

namespace litevk {

// Permutation of the columns of a FULLY_CONNECTED's weights behind a flatten whose operand has another
// layout. The columns are viewed as a tensor of these dims.
struct ColumnLayout {
  std::vector<int> dims;  // their product is the number of columns; empty: the columns are not permuted
  Permutation permutation;

  auto operator<=>(const ColumnLayout&) const = default;
};

// The layout in which a node reads and writes each operand. A layout may have more dims than the operand:
// dims of 1 are prepended before the permutation. Constants are permuted when they are written, and need no
// Transpose.
struct NodeLayout {
  std::vector<Permutation> inputs;
  std::vector<Permutation> outputs;
  ColumnLayout columns;  // applies to input 1, or to the only input of a node that computes constant weights
};

// Reason why a tensor has to be transposed.
enum class TransposeReason : uint8_t {
  kGraphInput,   // the graph's input has another layout than its readers need
  kGraphOutput,  // the graph's output needs another layout than its producer's
  kOwnLayout,    // an operator requires TFLite's own layout, for example a RESHAPE
  kImplicit,     // an operator is channels-first
  kChoice,       // operators that take any layout were given another one than their operand
};

// A Transpose that the plan needs, shared by all readers of a tensor in one layout.
struct PlannedTranspose {
  ir::TensorId tensor;
  Permutation from;
  Permutation to;
  int64_t elements;  // 0: only dims of 1 move, so that a Reshape suffices
  TransposeReason reason;
  int reader;  // position of the first node that reads in that layout; -1: the graph's output
};

struct LayoutPlan {
  std::vector<Permutation> tensors;  // indexed by tensor: the layout in which its producer writes it
  std::vector<NodeLayout> nodes;     // indexed by position
  std::vector<Permutation> outputs;  // indexed by output of the graph: the layout in which it leaves
  std::vector<Permutation> states;   // indexed by state of the request: the layout in which it is kept
  std::vector<PlannedTranspose> transposes;
};

}  // namespace litevk
