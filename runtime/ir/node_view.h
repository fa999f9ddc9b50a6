// A node together with its graph.
#pragma once

#include "runtime/ir/graph.h"

namespace litevk::ir {

// A view of a node. Input and output indices are the operator's positions (CONV_2D: 0 input, 1 filter, 2
// bias).
class NodeView {
 public:
  NodeView(const Graph& graph, const Node& node) : graph_(&graph), node_(&node) {}

  const Graph& graph() const { return *graph_; }
  const Node& node() const { return *node_; }

  int input_count() const { return static_cast<int>(node_->inputs.size()); }
  int output_count() const { return static_cast<int>(node_->outputs.size()); }
  // False if an optional input is absent (id -1) or the node has fewer inputs.
  bool has_input(int index) const { return index < input_count() && input_id(index) != kAbsent; }
  TensorId input_id(int index) const { return node_->inputs[static_cast<size_t>(index)]; }
  TensorId output_id(int index = 0) const { return node_->outputs[static_cast<size_t>(index)]; }
  const Tensor& input(int index) const { return graph_->tensor(input_id(index)); }
  const Tensor& output(int index = 0) const { return graph_->tensor(output_id(index)); }
  bool input_is_known(int index) const { return has_input(index) && input(index).is_known(); }

  // False if an input or a dim is still to be computed by a plan.
  bool is_final() const {
    for (int i = 0; i < input_count(); ++i) {
      if (has_input(i) && (input(i).is_planned() || input(i).dims.has_unknown())) return false;
    }
    return !output().dims.has_unknown();
  }

  template <typename T>
  const T& params() const {
    return node_->params.As<T>();
  }

 private:
  const Graph* graph_;
  const Node* node_;
};

}  // namespace litevk::ir
