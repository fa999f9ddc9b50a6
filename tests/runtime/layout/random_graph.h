// Random graphs of operators that fix a layout, follow their operands, or move dims.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <random>
#include <utility>
#include <vector>

#include "tests/runtime/layout/layout_graph_builder.h"

namespace litevk::test {

class RandomGraph {
 public:
  // The graph reads `states` states at its beginning.
  explicit RandomGraph(unsigned seed, int states = 0) : random_(seed) {
    ids_ = {model_.Input(RandomDims()), model_.Input(RandomDims())};
    for (; states > 0; --states) {
      const ir::Shape dims = Below(2) == 0 ? RandomDims() : model_.DimsOf(AnyTensor());
      states_.push_back(model_.State("state"));
      kept_.push_back(model_.ReadState(states_.back(), dims));
      ids_.push_back(kept_.back());
    }
  }

  int Below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
  ir::TensorId AnyTensor() { return ids_[static_cast<size_t>(Below(static_cast<int>(ids_.size())))]; }

  // Adds a pool, an elementwise operator, a concatenation, or an operator that fixes its own layout.
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

  // Assigns the states, some of them twice or not at all.
  ir::Graph& Finish() {
    for (size_t i = 0; i < states_.size(); ++i) {
      const std::vector<ir::TensorId> values = OfDims(model_.DimsOf(kept_[i]));
      for (int n = Below(3); n > 0; --n) {
        model_.AssignState(states_[i], values[static_cast<size_t>(Below(static_cast<int>(values.size())))]);
      }
    }
    model_.Output(ids_.back());
    model_.Output(AnyTensor());
    return model_.graph();
  }

  LayoutRequest Request() const { return model_.Request(); }

 private:
  ir::Shape RandomDims() { return {1, 1 + Below(3), 2 + Below(4), 1 + Below(6)}; }

  std::vector<ir::TensorId> OfDims(const ir::Shape& dims) {
    std::vector<ir::TensorId> found;
    std::ranges::copy_if(ids_, std::back_inserter(found), [&](int id) { return model_.DimsOf(id) == dims; });
    return found;
  }

  std::mt19937 random_;
  LayoutGraphBuilder model_;
  std::vector<ir::TensorId> ids_;
  std::vector<ir::TensorId> states_;  // handles
  std::vector<ir::TensorId> kept_;    // values read from the states
};

}  // namespace litevk::test
