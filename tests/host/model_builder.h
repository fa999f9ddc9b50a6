// Small models for tests as ir::Graph, with the contents that a .tflite file would have.
#pragma once

#include <cstddef>
#include <list>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "runtime/ir/graph.h"

namespace litevk::test {

struct ModelSubgraph {
  ir::Graph graph;
  std::vector<ir::TensorId> inputs;
  std::vector<ir::TensorId> outputs;
};

// One subgraph under construction. The builder owns the bytes of constants.
class ModelBuilder {
 public:
  ir::TensorId Input(ir::Shape dims, ir::DataType type = ir::DataType::kFloat32) {
    const ir::TensorId id = Tensor(std::move(dims), type);
    subgraph_.inputs.push_back(id);
    return id;
  }
  ir::TensorId Tensor(ir::Shape dims, ir::DataType type = ir::DataType::kFloat32) {
    ir::Tensor tensor;
    tensor.name = "t" + std::to_string(subgraph_.graph.tensors.size());
    tensor.type = type;
    tensor.dims = std::move(dims);
    subgraph_.graph.tensors.push_back(std::move(tensor));
    return static_cast<ir::TensorId>(subgraph_.graph.tensors.size()) - 1;
  }
  template <typename T>
  ir::TensorId Constant(ir::Shape dims, ir::DataType type, const std::vector<T>& values) {
    const ir::TensorId id = Tensor(std::move(dims), type);
    const auto bytes = std::as_bytes(std::span(values));
    storage_.emplace_back(bytes.begin(), bytes.end());
    tensor(id).constness = ir::Constness::kStored;
    tensor(id).data = storage_.back();
    return id;
  }
  ir::TensorId Floats(ir::Shape dims, const std::vector<float>& values) {
    return Constant(std::move(dims), ir::DataType::kFloat32, values);
  }
  ir::TensorId Ints(const std::vector<int>& values) {
    return Constant(ir::Shape{static_cast<int>(values.size())}, ir::DataType::kInt32, values);
  }

  // Returns the node's position, which is its TFLite index.
  int AddNode(int op_code, std::vector<ir::TensorId> inputs, std::vector<ir::TensorId> outputs) {
    ir::Node node;
    node.index = static_cast<int>(subgraph_.graph.nodes.size());
    node.op_code = op_code;
    node.inputs = std::move(inputs);
    node.outputs = std::move(outputs);
    subgraph_.graph.nodes.push_back(std::move(node));
    return static_cast<int>(subgraph_.graph.nodes.size()) - 1;
  }
  // Adds a node with one new output of the given dims, whose id it returns.
  ir::TensorId Node(int op_code, std::vector<ir::TensorId> inputs, ir::Shape dims) {
    const ir::TensorId output = Tensor(std::move(dims));
    AddNode(op_code, std::move(inputs), {output});
    return output;
  }
  template <typename Params>
  ir::TensorId Node(int op_code, std::vector<ir::TensorId> inputs, ir::Shape dims, const Params& params) {
    static_assert(std::is_trivially_copyable_v<Params>);
    const ir::TensorId output = Node(op_code, std::move(inputs), std::move(dims));
    last_node().params = ir::Params(&params, sizeof(params));
    return output;
  }

  ir::Tensor& tensor(ir::TensorId id) { return subgraph_.graph.tensor(id); }
  ir::Node& last_node() { return subgraph_.graph.nodes.back(); }
  ir::Graph& graph() { return subgraph_.graph; }
  void SetOutputs(std::vector<ir::TensorId> ids) { subgraph_.outputs = std::move(ids); }
  const ModelSubgraph& subgraph() const { return subgraph_; }

 private:
  ModelSubgraph subgraph_;
  std::list<std::vector<std::byte>> storage_;
};

}  // namespace litevk::test
