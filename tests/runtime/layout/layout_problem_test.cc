// On random graphs, the plan moves as few elements as the best of all choices.
#include "runtime/layout/layout_problem.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <set>
#include <vector>

#include "runtime/layout/node_choices.h"
#include "runtime/layout/plan_layouts.h"
#include "tests/runtime/layout/random_graph.h"

namespace litevk {
namespace {

constexpr int kGraphs = 2000;
constexpr int kMostNodes = 12;

std::vector<int> LabelsOf(unsigned bits, size_t count) {
  std::vector<int> labels(count);
  for (size_t i = 0; i < count; ++i) labels[i] = static_cast<int>(bits >> i & 1U);
  return labels;
}

int64_t LeastCost(const LayoutProblem& problem) {
  int64_t least = std::numeric_limits<int64_t>::max();
  const size_t count = problem.costs.size();
  for (unsigned bits = 0; bits < 1U << count; ++bits)
    least = std::min(least, CostOf(problem, LabelsOf(bits, count)));
  return least;
}

int64_t ElementsMoved(const LayoutPlan& plan) {
  int64_t elements = 0;
  for (const PlannedTranspose& transpose : plan.transposes) elements += transpose.elements;
  return elements;
}

// Positions of nodes that choose one layout together: those that read and assign one state, or one node of
// any layout.
using FreeNodes = std::vector<std::vector<int>>;

// Counts the moved elements if free nodes have TFLite's own layout or channels-first. Only uses the graph.
int64_t CountMoved(const ir::Graph& graph, const FreeNodes& free_nodes, unsigned bits) {
  std::vector<int> of_node(graph.nodes.size(), 0), of_tensor(graph.tensors.size(), 0);
  std::vector<std::set<int>> read(graph.tensors.size());
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    if (graph.nodes[i].op_code == abi::kTfLiteBuiltinMaxPool2d) of_node[i] = 1;
  }
  for (size_t i = 0; i < free_nodes.size(); ++i) {
    for (const int node : free_nodes[i])
      of_node[static_cast<size_t>(node)] = static_cast<int>(bits >> i & 1U);
  }
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    for (const int id : graph.nodes[i].inputs) read[static_cast<size_t>(id)].insert(of_node[i]);
    for (const int id : graph.nodes[i].outputs) of_tensor[static_cast<size_t>(id)] = of_node[i];
  }
  for (const int id : graph.outputs) read[static_cast<size_t>(id)].insert(0);
  int64_t moved = 0;
  for (size_t id = 0; id < graph.tensors.size(); ++id) {
    const ir::Shape& dims = graph.tensors[id].dims;
    if (dims.rank() != 4) continue;  // a state's handle
    const bool is_free = dims[3] == 1 || dims[1] * dims[2] == 1;
    if (!is_free && read[id].contains(1 - of_tensor[id])) moved += dims.NumElements();
  }
  return moved;
}

FreeNodes FreeNodesOf(const ir::Graph& graph, const LayoutRequest& request) {
  FreeNodes free_nodes(request.states.size());
  for (const ir::Node& node : graph.nodes) {
    const int state = request.state_of(node);
    if (state >= 0) free_nodes[static_cast<size_t>(state)].push_back(node.index);
    const bool is_free = node.op_code == abi::kTfLiteBuiltinRelu || node.op_code == abi::kTfLiteBuiltinAdd;
    if (is_free) free_nodes.push_back({node.index});
  }
  return free_nodes;
}

TEST(LayoutProblem, MovesAsFewElementsAsTheBestOfAllChoices) {
  int free_nodes_seen = 0, states_moved = 0;
  for (unsigned seed = 0; seed < kGraphs; ++seed) {
    test::RandomGraph random(seed, static_cast<int>(seed % 3));
    for (int n = 2 + random.Below(kMostNodes - 1); n > 0; --n) random.AddSameRank();
    const ir::Graph& graph = random.Finish();
    const FreeNodes free_nodes = FreeNodesOf(graph, random.Request());
    int64_t least = std::numeric_limits<int64_t>::max();
    for (unsigned bits = 0; bits < 1U << free_nodes.size(); ++bits) {
      least = std::min(least, CountMoved(graph, free_nodes, bits));
    }
    const Result<LayoutPlan> plan = PlanLayouts(graph, random.Request());
    ASSERT_TRUE(plan.ok());
    ASSERT_EQ(ElementsMoved(*plan), least) << "seed " << seed;
    free_nodes_seen += static_cast<int>(free_nodes.size());
    for (const Permutation& permutation : plan->states) states_moved += permutation.empty() ? 0 : 1;
  }
  EXPECT_GT(free_nodes_seen, kGraphs);
  EXPECT_GT(states_moved, kGraphs / 20);
}

TEST(LayoutProblem, IsSolvedWithTransposesAndReshapesToo) {
  for (unsigned seed = 0; seed < kGraphs; ++seed) {
    test::RandomGraph random(seed, static_cast<int>(seed % 3));
    for (int n = 2 + random.Below(kMostNodes - 1); n > 0; --n) {
      random.Below(3) == 0 ? random.AddMovement() : random.AddSameRank();
    }
    const ir::Graph& graph = random.Finish();
    const Result<LayoutGraph> layout_graph = LayoutGraph::Make(graph, random.Request());
    ASSERT_TRUE(layout_graph.ok());
    const Result<NodeChoices> choices = FindChoices(*layout_graph);
    ASSERT_TRUE(choices.ok());
    ASSERT_EQ(CostOf(choices->problem, CheapestLabels(choices->problem)), LeastCost(choices->problem))
        << "seed " << seed;
  }
}

}  // namespace
}  // namespace litevk
