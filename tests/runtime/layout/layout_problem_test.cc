// The plan moves as few elements as the best of all choices does, on random graphs.
#include "runtime/layout/layout_problem.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <random>
#include <set>
#include <vector>

#include "runtime/layout/layout_plan.h"
#include "runtime/layout/node_choices.h"
#include "tests/runtime/layout/layout_graph_builder.h"

namespace litevk {
namespace {

constexpr int kGraphs = 2000;
constexpr int kMostNodes = 12;

class RandomGraph {
 public:
  explicit RandomGraph(unsigned seed) : random_(seed) {
    ids_ = {model_.Input(RandomDims()), model_.Input(RandomDims())};
  }

  int Below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
  ir::TensorId AnyTensor() { return ids_[static_cast<size_t>(Below(static_cast<int>(ids_.size())))]; }

  // A pool, an elementwise operator, a concatenation, or one that fixes its own order.
  void AddSameRank() {
    const ir::TensorId a = AnyTensor();
    const std::vector<ir::TensorId> others = OfDims(model_.DimsOf(a));
    const ir::TensorId b = others[static_cast<size_t>(Below(static_cast<int>(others.size())))];
    switch (Below(4)) {
      case 0:
        return ids_.push_back(model_.Pool(a));
      case 1:
        return ids_.push_back(model_.Relu(a));
      case 2:
        return ids_.push_back(model_.Add(a, b));
      default:
        return ids_.push_back(model_.Node(abi::kTfLiteBuiltinScatterNd, {a, b}, model_.DimsOf(a)));
    }
  }

  void AddMovement() {
    const ir::TensorId a = AnyTensor();
    const ir::Shape dims = model_.DimsOf(a);
    std::vector<int> permutation(static_cast<size_t>(dims.rank()));
    for (size_t i = 0; i < permutation.size(); ++i) permutation[i] = static_cast<int>(i);
    if (Below(2) == 0) {
      std::shuffle(permutation.begin(), permutation.end(), random_);
    } else if (dims.rank() > 2) {
      std::rotate(permutation.begin() + 1, permutation.begin() + 1 + Below(dims.rank() - 1),
                  permutation.end());
    }
    if (Below(2) == 0 || dims.rank() != 4) return ids_.push_back(model_.Transpose(a, permutation));
    ids_.push_back(model_.Reshape(a, Below(2) == 0 ? ir::Shape{dims[0], dims[1] * dims[2], dims[3]}
                                                   : ir::Shape{dims[0], dims[1], dims[2] * dims[3]}));
  }

  ir::Graph& Finish() {
    model_.Output(ids_.back());
    model_.Output(AnyTensor());
    return model_.graph();
  }

 private:
  ir::Shape RandomDims() { return {1, 1 + Below(3), 2 + Below(4), 1 + Below(6)}; }

  std::vector<ir::TensorId> OfDims(const ir::Shape& dims) {
    std::vector<ir::TensorId> found;
    std::ranges::copy_if(ids_, std::back_inserter(found), [&](int id) { return model_.DimsOf(id) == dims; });
    return found;
  }

  std::mt19937 random_;
  test::LayoutGraphBuilder model_;
  std::vector<ir::TensorId> ids_;
};

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

// Elements that move where each node of any order has its own or has the channels first: counted from the
// graph alone.
int64_t CountMoved(const ir::Graph& graph, const std::vector<int>& free_nodes, unsigned bits) {
  std::vector<int> of_node(graph.nodes.size(), 0), of_tensor(graph.tensors.size(), 0);
  std::vector<std::set<int>> read(graph.tensors.size());
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    if (graph.nodes[i].op_code == abi::kTfLiteBuiltinMaxPool2d) of_node[i] = 1;
  }
  for (size_t i = 0; i < free_nodes.size(); ++i) {
    of_node[static_cast<size_t>(free_nodes[i])] = static_cast<int>(bits >> i & 1U);
  }
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    for (const int id : graph.nodes[i].inputs) read[static_cast<size_t>(id)].insert(of_node[i]);
    of_tensor[static_cast<size_t>(graph.nodes[i].outputs[0])] = of_node[i];
  }
  for (const int id : graph.outputs) read[static_cast<size_t>(id)].insert(0);
  int64_t moved = 0;
  for (size_t id = 0; id < graph.tensors.size(); ++id) {
    const ir::Shape& dims = graph.tensors[id].dims;
    const bool is_free = dims[3] == 1 || dims[1] * dims[2] == 1;
    if (!is_free && read[id].contains(1 - of_tensor[id])) moved += dims.NumElements();
  }
  return moved;
}

TEST(LayoutProblem, MovesAsFewElementsAsTheBestOfAllChoices) {
  int free_nodes_seen = 0;
  for (unsigned seed = 0; seed < kGraphs; ++seed) {
    RandomGraph random(seed);
    for (int n = 2 + random.Below(kMostNodes - 1); n > 0; --n) random.AddSameRank();
    const ir::Graph& graph = random.Finish();
    std::vector<int> free_nodes;
    for (const ir::Node& node : graph.nodes) {
      const bool is_free = node.op_code == abi::kTfLiteBuiltinRelu || node.op_code == abi::kTfLiteBuiltinAdd;
      if (is_free) free_nodes.push_back(node.index);
    }
    int64_t least = std::numeric_limits<int64_t>::max();
    for (unsigned bits = 0; bits < 1U << free_nodes.size(); ++bits) {
      least = std::min(least, CountMoved(graph, free_nodes, bits));
    }
    const Result<LayoutPlan> plan = PlanLayouts(graph, {});
    ASSERT_TRUE(plan.ok());
    ASSERT_EQ(ElementsMoved(*plan), least) << "seed " << seed;
    free_nodes_seen += static_cast<int>(free_nodes.size());
  }
  EXPECT_GT(free_nodes_seen, kGraphs);
}

TEST(LayoutProblem, IsSolvedWithTransposesAndReshapesToo) {
  for (unsigned seed = 0; seed < kGraphs; ++seed) {
    RandomGraph random(seed);
    for (int n = 2 + random.Below(kMostNodes - 1); n > 0; --n) {
      random.Below(3) == 0 ? random.AddMovement() : random.AddSameRank();
    }
    const ir::Graph& graph = random.Finish();
    const Result<LayoutGraph> layout_graph = LayoutGraph::Make(graph, {});
    ASSERT_TRUE(layout_graph.ok());
    const Result<NodeChoices> choices = FindChoices(*layout_graph);
    ASSERT_TRUE(choices.ok());
    ASSERT_EQ(CostOf(choices->problem, CheapestLabels(choices->problem)), LeastCost(choices->problem))
        << "seed " << seed;
  }
}

}  // namespace
}  // namespace litevk
