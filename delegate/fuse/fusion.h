// Patterns of several nodes that are computed as one, as data: the rules of a grammar, which a common matcher
// tries on the nodes of a partition (docs/design/transformers.md). A pattern is a file of
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

// "`name` is what a node of this operator computes of `operands`." Several rules of one name are
// alternatives, and a match has one tensor for a name, wherever it stands. An operand is the name of other
// rules, of a capture, or "": anything.
struct FusionRule {
  std::string_view name;
  int op_code = 0;
  std::vector<std::string_view> operands;
  bool in_any_order = false;                          // of two operands
  bool (*holds)(const ir::NodeView& view) = nullptr;  // what else must be true of the node; null: nothing
};

// A tensor that no node of the match makes: the same one wherever the name stands, or, of constants, one of
// the same value.
struct FusionCapture {
  std::string_view name;
  TypeSet types;
  bool is_scalar = false;           // a stored or folded constant of one element, read as a float
  std::optional<float> value = {};  // of the scalar
};

// Nodes that a pattern matches.
struct FusionMatch {
  const Fusion* fusion = nullptr;
  int root = 0;                        // position of the last node, which computes the pattern's value
  std::vector<int> positions;          // of the others
  std::vector<ir::TensorId> captured;  // by capture; kAbsent where a match has none
  std::vector<EpilogueStep> steps;     // that Fusion::steps returned

  ir::TensorId input() const { return captured.front(); }
};

struct Fusion {
  std::string_view name;                // "layer normalization"
  std::vector<FusionRule> rules;        // the first one's name is the pattern's value
  std::vector<FusionCapture> captures;  // the first one is the input, of the dims of the value
  // The steps of the pattern on its input, where it is elementwise; else those after what the kernel
  // computes, in which the operands of a match are read. No value: the match is not one after all.
  std::optional<std::vector<EpilogueStep>> (*steps)(const ir::Graph& graph, const FusionMatch& match);
  bool is_elementwise = false;
  // Returns the pattern as a step of the layer of integers that makes its input. Null: it is none.
  IntegerStep (*integer_step)(const ir::Graph& graph, const FusionMatch& match) = nullptr;
  // Computes a match in one dispatch, the steps being its own. Its view is that of the last node, and the
  // pattern's input is its input 0.
  GpuKernel kernel;
};

// All patterns, those that cover more nodes first. Safe from any thread.
std::span<const Fusion* const> Fusions();

// Returns the kernel of patterns that are elementwise.
GpuKernel ElementwisePattern();

// The scalar that a match captured as number `index`.
float ScalarOf(const ir::Graph& graph, const FusionMatch& match, size_t index);

// Returns the matches among the nodes of a partition, none of which share a node. What else reads a tensor
// within a match, or a partition that returns one, keeps the match from being made.
std::vector<FusionMatch> FindFusions(const ir::Graph& graph, std::span<const int> positions,
                                     std::span<const ir::TensorId> outputs);

// Conditions for FusionRule::holds: of ADD, SUB, MUL and DIV, no fused activation; of a reduction, that it
// keeps the rank and reduces the innermost dim alone.
bool HasNoActivation(const ir::NodeView& view);
bool ReducesRows(const ir::NodeView& view);

}  // namespace litevk
