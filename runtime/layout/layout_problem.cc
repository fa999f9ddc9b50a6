#include "runtime/layout/layout_problem.h"

#include <algorithm>
#include <cstddef>

#include "runtime/layout/min_cut.h"

namespace litevk {
namespace {

int LabelOf(const LayoutPort& port, const std::vector<int>& labels) {
  return port.variable < 0 ? port.label : labels[static_cast<size_t>(port.variable)];
}

// A flow network in which nodes on the source's side have label 1. Each tensor has a node of its own for all
// readers of one label. It has the label as soon as one reader has, and costs if the producer has the other
// label.
class Network {
 public:
  explicit Network(const LayoutProblem& problem) {
    vertices_.resize(problem.costs.size());
    for (int& vertex : vertices_) vertex = cut_.AddVertex();
    for (size_t i = 0; i < vertices_.size(); ++i) AddVariable(problem, i);
    for (const TensorChoice& tensor : problem.tensors) {
      AddConversions(tensor, 0);
      AddConversions(tensor, 1);
    }
  }

  std::vector<int> Labels() {
    const std::vector<bool> is_source = cut_.SourceSide();
    std::vector<int> labels;
    labels.reserve(vertices_.size());
    for (const int vertex : vertices_) labels.push_back(is_source[static_cast<size_t>(vertex)] ? 1 : 0);
    return labels;
  }

 private:
  void AddVariable(const LayoutProblem& problem, size_t variable) {
    const int vertex = vertices_[variable];
    AddCost(1, vertex, MinCut::kSource, problem.costs[variable][0]);
    AddCost(1, MinCut::kSink, vertex, problem.costs[variable][1]);
    const int fixed = problem.fixed[variable];
    if (fixed == 0) cut_.AddCost(vertex, MinCut::kSink, MinCut::kNever);
    if (fixed == 1) cut_.AddCost(MinCut::kSource, vertex, MinCut::kNever);
  }

  // Adds a cost that applies if `has` has the label and `has_not` the other one.
  void AddCost(int label, int has_not, int has, int64_t cost) {
    cut_.AddCost(label == 1 ? has : has_not, label == 1 ? has_not : has, cost);
  }

  int VertexOf(const LayoutPort& port) const {
    if (port.variable >= 0) return vertices_[static_cast<size_t>(port.variable)];
    return port.label == 1 ? MinCut::kSource : MinCut::kSink;
  }

  // Adds a cost that applies if any reader has the label and the producer has not.
  void AddConversions(const TensorChoice& tensor, int label) {
    const int shared = cut_.AddVertex();
    for (const LayoutPort& reader : tensor.readers) {
      if (reader.variable < 0 && reader.label != label) continue;
      AddCost(label, shared, VertexOf(reader), MinCut::kNever);
    }
    const bool is_other = tensor.producer.variable < 0 && tensor.producer.label == kOtherLayout;
    const int unlabelled = label == 1 ? MinCut::kSink : MinCut::kSource;
    AddCost(label, is_other ? unlabelled : VertexOf(tensor.producer), shared, tensor.cost);
  }

  MinCut cut_;
  std::vector<int> vertices_;  // indexed by variable
};

}  // namespace

int LayoutProblem::AddVariable() {
  costs.emplace_back();
  fixed.push_back(-1);
  return static_cast<int>(costs.size()) - 1;
}

int64_t CostOf(const LayoutProblem& problem, const std::vector<int>& labels) {
  int64_t cost = 0;
  for (size_t i = 0; i < labels.size(); ++i) cost += problem.costs[i][static_cast<size_t>(labels[i])];
  for (const TensorChoice& tensor : problem.tensors) {
    for (const int label : {0, 1}) {
      const bool is_read = std::ranges::any_of(
          tensor.readers, [&](const LayoutPort& reader) { return LabelOf(reader, labels) == label; });
      if (is_read && LabelOf(tensor.producer, labels) != label) cost += tensor.cost;
    }
  }
  return cost;
}

std::vector<int> CheapestLabels(const LayoutProblem& problem) { return Network(problem).Labels(); }

}  // namespace litevk
