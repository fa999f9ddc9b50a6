// Small graphs of ONNX for tests of passes over written models.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "onnx.pb.h"

namespace litevk::to_onnx {

class OnnxGraph {
 public:
  ::onnx::GraphProto& graph() { return graph_; }

  void AddInput(const std::string& name) { graph_.add_input()->set_name(name); }
  void AddOutput(const std::string& name) { graph_.add_output()->set_name(name); }

  template <typename T>
  void AddConstant(const std::string& name, const std::vector<T>& values,
                   int type = ::onnx::TensorProto::FLOAT) {
    ::onnx::TensorProto& constant = *graph_.add_initializer();
    constant.set_name(name);
    constant.set_data_type(type);
    constant.add_dims(static_cast<int64_t>(values.size()));
    constant.set_raw_data(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  }

  ::onnx::NodeProto& Add(const std::string& op, const std::vector<std::string>& inputs,
                         const std::string& output) {
    ::onnx::NodeProto& node = *graph_.add_node();
    node.set_op_type(op);
    for (const std::string& input : inputs) node.add_input(input);
    node.add_output(output);
    return node;
  }
  void AddAttribute(::onnx::NodeProto& node, const std::string& name, const std::vector<int64_t>& values) {
    ::onnx::AttributeProto& attribute = *node.add_attribute();
    attribute.set_name(name);
    if (values.size() == 1) attribute.set_i(values.front());
    for (const int64_t value : values) attribute.add_ints(value);
  }

  // Returns "Conv(image, filter) -> y" for each node.
  std::vector<std::string> Nodes() const {
    std::vector<std::string> texts;
    for (const ::onnx::NodeProto& node : graph_.node()) {
      std::string inputs;
      for (const std::string& input : node.input()) inputs += (inputs.empty() ? "" : ", ") + input;
      texts.push_back(node.op_type() + "(" + inputs + ") -> " + node.output(0));
    }
    return texts;
  }
  std::vector<std::string> Constants() const {
    std::vector<std::string> names;
    for (const ::onnx::TensorProto& constant : graph_.initializer()) names.push_back(constant.name());
    return names;
  }

 private:
  ::onnx::GraphProto graph_;
};

}  // namespace litevk::to_onnx
