// Small graphs of float32 tensors for tests of layouts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "runtime/ir/graph.h"
#include "runtime/layout/layout_request.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk::test {

class LayoutGraphBuilder {
 public:
  ir::TensorId Input(ir::Shape dims) {
    const ir::TensorId id = Tensor(std::move(dims));
    graph_.inputs.push_back(id);
    return id;
  }

  ir::TensorId Constant(ir::Shape dims) {
    const ir::TensorId id = Tensor(std::move(dims));
    graph_.tensor(id).constness = ir::Constness::kStored;
    return id;
  }

  ir::TensorId Ints(std::vector<int> values) {
    const ir::TensorId id = Constant({static_cast<int>(values.size())});
    values_.push_back(std::move(values));
    graph_.tensor(id).type = ir::DataType::kInt32;
    graph_.tensor(id).data = std::as_bytes(std::span(values_.back()));
    return id;
  }

  // Adds a node and returns its output.
  ir::TensorId Node(int op_code, std::vector<ir::TensorId> inputs, ir::Shape output) {
    const ir::TensorId id = Tensor(std::move(output));
    graph_.nodes.push_back({.index = static_cast<int>(graph_.nodes.size()),
                            .op_code = op_code,
                            .inputs = std::move(inputs),
                            .outputs = {id}});
    return id;
  }

  ir::TensorId Pool(ir::TensorId input) { return Node(abi::kTfLiteBuiltinMaxPool2d, {input}, DimsOf(input)); }
  ir::TensorId Relu(ir::TensorId input) { return Node(abi::kTfLiteBuiltinRelu, {input}, DimsOf(input)); }
  ir::TensorId Add(ir::TensorId a, ir::TensorId b) { return Node(abi::kTfLiteBuiltinAdd, {a, b}, DimsOf(a)); }
  ir::TensorId Reshape(ir::TensorId input, ir::Shape dims) {
    return Node(abi::kTfLiteBuiltinReshape, {input}, std::move(dims));
  }
  ir::TensorId Transpose(ir::TensorId input, std::vector<int> permutation) {
    ir::Shape dims = DimsOf(input);
    for (int i = 0; i < dims.rank(); ++i) dims[i] = DimsOf(input)[permutation[static_cast<size_t>(i)]];
    return Node(abi::kTfLiteBuiltinTranspose, {input, Ints(std::move(permutation))}, dims);
  }

  // Adds a state and returns its handle.
  ir::TensorId State(const std::string& name) {
    const ir::TensorId id = Tensor({1});
    graph_.tensor(id).type = ir::DataType::kResource;
    handles_.push_back(id);
    request_.states.push_back(name);
    return id;
  }
  ir::TensorId ReadState(ir::TensorId state, ir::Shape dims) {
    return Node(abi::kTfLiteBuiltinReadVariable, {state}, std::move(dims));
  }
  void AssignState(ir::TensorId state, ir::TensorId value) {
    Node(abi::kTfLiteBuiltinAssignVariable, {state, value}, {1});
    graph_.nodes.back().outputs.clear();
  }

  // Returns a request with the states.
  LayoutRequest Request() const {
    LayoutRequest request = request_;
    request.state_of = [handles = handles_](const ir::Node& node) {
      const auto found = node.inputs.empty() ? handles.end() : std::ranges::find(handles, node.inputs[0]);
      return found == handles.end() ? -1 : static_cast<int>(found - handles.begin());
    };
    return request;
  }

  void Output(ir::TensorId id) { graph_.outputs.push_back(id); }
  ir::Shape DimsOf(ir::TensorId id) const { return graph_.tensor(id).dims; }
  ir::Graph& graph() { return graph_; }

 private:
  ir::TensorId Tensor(ir::Shape dims) {
    const auto id = static_cast<ir::TensorId>(graph_.tensors.size());
    graph_.tensors.push_back(
        {.name = "t" + std::to_string(id), .type = ir::DataType::kFloat32, .dims = std::move(dims)});
    return id;
  }

  ir::Graph graph_;
  LayoutRequest request_;
  std::vector<ir::TensorId> handles_;
  std::deque<std::vector<int>> values_;
};

}  // namespace litevk::test
