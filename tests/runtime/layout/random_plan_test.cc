// Plans of random graphs are consistent: the values that nodes read and write match, element by element.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/layout/plan_layouts.h"
#include "tests/runtime/layout/permuted_node.h"
#include "tests/runtime/layout/random_graph.h"

namespace litevk {
namespace {

constexpr int kGraphs = 2000;

// Returns the indices of a tensor's elements, stored in another layout.
std::vector<std::byte> Places(const ir::Shape& dims, const Permutation& permutation) {
  std::vector<int32_t> integers(static_cast<size_t>(dims.NumElements()));
  for (size_t i = 0; i < integers.size(); ++i) integers[i] = static_cast<int32_t>(i);
  const auto bytes = std::as_bytes(std::span(integers));
  return test::Permuted({dims, {bytes.begin(), bytes.end()}}, permutation).bytes;
}

// Returns true if the node's layouts are valid. Elementwise operators read all operands in the layout of
// their result, and pools are channels-first. RESHAPE keeps elements in place, and other operators have their
// own layout.
bool Fits(const ir::Graph& graph, const ir::Node& node, const NodeLayout& layout) {
  if (node.outputs.empty()) return true;  // an assigned state is checked by KeepsStates
  const Permutation& result = layout.outputs[0];
  const auto has = [&](const Permutation& permutation) {
    return std::ranges::all_of(layout.inputs, [&](const Permutation& each) { return each == permutation; });
  };
  switch (node.op_code) {
    case abi::kTfLiteBuiltinRelu:
    case abi::kTfLiteBuiltinAdd:
      return has(result);
    case abi::kTfLiteBuiltinMaxPool2d:
      return has(graph.tensor(node.inputs[0]).dims.rank() == 4 ? Permutation{0, 3, 1, 2} : Permutation()) &&
             has(result);
    case abi::kTfLiteBuiltinReshape:
      return Places(graph.tensor(node.inputs[0]).dims, layout.inputs[0]) ==
             Places(graph.tensor(node.outputs[0]).dims, result);
    case abi::kTfLiteBuiltinReadVariable:  // checked by KeepsStates
    case abi::kTfLiteBuiltinTranspose:     // its remaining permutation depends on the two layouts, which are
                                           // arbitrary
      return true;
    default:
      return has({}) && result.empty();
  }
}

// Returns true if nodes read and assign each state in the layout in which it is kept.
bool KeepsStates(const ir::Graph& graph, const LayoutRequest& request, const LayoutPlan& plan) {
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const int state = request.state_of(graph.nodes[i]);
    if (state < 0) continue;
    const NodeLayout& layout = plan.nodes[i];
    const Permutation& permutation = layout.outputs.empty() ? layout.inputs.back() : layout.outputs.front();
    if (permutation != plan.states[static_cast<size_t>(state)]) return false;
  }
  return true;
}

TEST(RandomPlan, CanBeWritten) {
  int moved = 0, states_moved = 0;
  for (unsigned seed = 0; seed < kGraphs; ++seed) {
    test::RandomGraph random(seed, static_cast<int>(seed % 3));
    for (int n = 4 + random.Below(20); n > 0; --n) {
      random.Below(3) == 0 ? random.AddMovement() : random.AddSameRank();
    }
    const ir::Graph& graph = random.Finish();
    LayoutRequest request = random.Request();
    request.has_channels_first_edges = seed % 2 == 1;
    const Result<LayoutPlan> plan = PlanLayouts(graph, request);
    ASSERT_TRUE(plan.ok());
    ASSERT_TRUE(KeepsStates(graph, request, *plan)) << "seed " << seed;
    for (const Permutation& permutation : plan->states) states_moved += permutation.empty() ? 0 : 1;
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
      const ir::Node& node = graph.nodes[i];
      ASSERT_TRUE(Fits(graph, node, plan->nodes[i])) << "seed " << seed << ", node " << i;
      if (node.outputs.empty()) continue;
      ASSERT_EQ(plan->nodes[i].outputs[0], plan->tensors[static_cast<size_t>(node.outputs[0])]);
      moved += node.op_code == abi::kTfLiteBuiltinReshape && !plan->nodes[i].outputs[0].empty() ? 1 : 0;
    }
  }
  EXPECT_GT(moved, 100) << "RESHAPEs that orders go through";
  EXPECT_GT(states_moved, 100);
}

}  // namespace
}  // namespace litevk
