// Patterns of several nodes that are computed as one, as data: the rules of a grammar. A common matcher tries
// them on the nodes of a partition (docs/design/transformers.md). A pattern is a file of
// delegate/ops/fusions.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "delegate/kernel/epilogue.h"
#include "delegate/kernel/gpu_kernel.h"
#include "runtime/ir/graph.h"
#include "runtime/ir/node_view.h"
#include "runtime/opset/type_set.h"

namespace litevk {

struct Fusion;

// Rule: a node of this operator computes `name` from `operands`. Several rules of one name are alternatives,
// and a match has one tensor for a name, wherever it stands. An operand is the name of other rules, of a
// capture, or "": anything.
struct FusionRule {
  std::string_view name;
  int op_code = 0;
  std::vector<std::string_view> operands;
  bool in_any_order = false;                          // the two operands may be swapped
  bool (*holds)(const ir::NodeView& view) = nullptr;  // further condition on the node; null: none
};

// A tensor that no node of the match makes. Wherever the name stands, it is one tensor, or one of several
// constants of one value.
struct FusionCapture {
  std::string_view name;
  TypeSet types;
  bool is_scalar = false;           // a stored or folded constant of one element, read as a float
  std::optional<float> value = {};  // value of the scalar
};

// Nodes that a pattern matches.
struct FusionMatch {
  const Fusion* fusion = nullptr;
  int root = 0;                        // position of the last node, which computes the pattern's value
  std::vector<int> positions;          // positions of the other nodes
  std::vector<ir::TensorId> captured;  // by capture; kAbsent where a match has none
  std::vector<EpilogueStep> steps;     // result of Fusion::steps

  ir::TensorId input() const { return captured.front(); }
};

struct Fusion {
  std::string_view name;                // "layer normalization"
  std::vector<FusionRule> rules;        // the first one's name is the pattern's value
  std::vector<FusionCapture> captures;  // the first one is the input, of the dims of the value
  // Returns the steps of the pattern on its input, if it is elementwise. Otherwise returns the steps after
  // the kernel's result, which read the operands of a match. No value: the match is not one after all.
  std::optional<std::vector<EpilogueStep>> (*steps)(const ir::Graph& graph, const FusionMatch& match);
  bool is_elementwise = false;
  // Returns the pattern as steps of the layer that makes its input, if its own kernel is not made of them.
  // Null: it is none.
  std::vector<EpilogueStep> (*as_steps)(const ir::Graph& graph, const FusionMatch& match) = nullptr;
  // Computes a match in one dispatch, with the pattern's steps as its own. The dispatch has the view of the
  // last node, and the pattern's input as its input 0.
  GpuKernel kernel;
};

// Returns all patterns, those that cover more nodes first. Safe from any thread.
std::span<const Fusion* const> Fusions();

// Returns the kernel of patterns that are elementwise.
GpuKernel ElementwisePattern();

// Returns the scalar that a match captured as number `index`.
float ScalarOf(const ir::Graph& graph, const FusionMatch& match, size_t index);

// Returns the matches among the nodes of a partition, no two of which share a node. There is no match if
// anything else reads a tensor within it, or if the partition returns one.
std::vector<FusionMatch> FindFusions(const ir::Graph& graph, std::span<const int> positions,
                                     std::span<const ir::TensorId> outputs);

// Conditions for FusionRule::holds. The first: ADD, SUB, MUL or DIV has no fused activation. The second: a
// reduction keeps the rank and reduces only the innermost dim.
bool HasNoActivation(const ir::NodeView& view);
bool ReducesRows(const ir::NodeView& view);

}  // namespace litevk
